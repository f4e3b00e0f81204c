// PocketBase as it ships, or with SYNCHRONOUS=FULL, or with HIGHLIGHT=1 a hook that highlights what is saved.
package main

import (
	"log"
	"os"
	"strings"

	"github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

// Those of core.DefaultDBConnect, but for `synchronous`.
const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)" +
	"&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)&_pragma=synchronous(FULL)"

func main() {
	config := pocketbase.Config{}
	if os.Getenv("SYNCHRONOUS") == "FULL" {
		config.DBConnect = func(path string) (*dbx.DB, error) { return dbx.Open("sqlite", path+pragmas) }
	}
	app := pocketbase.NewWithConfig(config)
	if os.Getenv("HIGHLIGHT") != "" {
		app.OnRecordCreate("snippets").BindFunc(highlight)
		app.OnRecordUpdate("snippets").BindFunc(highlight)
	}
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

func highlight(event *core.RecordEvent) error {
	tokens, err := lexers.Get(event.Record.GetString("language")).Tokenise(nil, event.Record.GetString("code"))
	if err != nil {
		return err
	}
	var markup strings.Builder
	if err := html.New(html.WithClasses(true)).Format(&markup, styles.Get("github"), tokens); err != nil {
		return err
	}
	event.Record.Set("highlighted", markup.String())
	return event.Next()
}
