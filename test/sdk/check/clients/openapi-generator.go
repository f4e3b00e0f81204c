package main

import (
	"context"
	"log"
	"os"
	"slices"

	openapi "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	config := openapi.NewConfiguration()
	config.Servers = openapi.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := openapi.NewAPIClient(config).SnippetsAPI
	user := openapi.BasicAuth{UserName: os.Getenv("USER_NAME"), Password: os.Getenv("PASSWORD")}
	ctx := context.WithValue(context.Background(), openapi.ContextBasicAuth, user)

	code := "print(\"grüße 🐢\")\n"
	created, _, err := api.CreateSnippet(ctx).SnippetInput(*openapi.NewSnippetInput(code)).Execute()
	check(err)
	isCreated := func(snippet openapi.Snippet) bool { return snippet.Id == created.Id }
	list, _, err := api.ListSnippets(ctx).Execute()
	check(err)
	raw, _, err := api.GetSnippetCode(ctx, created.Id).Execute()
	check(err)
	_, err = api.DeleteSnippet(ctx, created.Id).Execute()
	check(err)
	left, _, err := api.ListSnippets(ctx).Execute()
	check(err)
	if raw != code || !slices.ContainsFunc(list, isCreated) || slices.ContainsFunc(left, isCreated) {
		log.Fatal(raw, list, left)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
