module snippets

go 1.24

require (
	github.com/alecthomas/chroma/v2 v2.27.0
	github.com/pocketbase/dbx v1.11.0
	github.com/pocketbase/pocketbase v0.30.4
)
