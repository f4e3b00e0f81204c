package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"slices"

	"example.org/snippets/client"
)

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.SetBasicAuth(os.Getenv("USER_NAME"), os.Getenv("PASSWORD"))
		return nil
	}
	api, err := client.NewClientWithResponses(os.Getenv("BASE_URL"), client.WithRequestEditorFn(authorize))
	check(err)
	ctx := context.Background()

	code := "print(\"grüße 🐢\")\n"
	created, err := api.CreateSnippetWithResponse(ctx, nil, client.SnippetInput{Code: code})
	check(err)
	if created.JSON201 == nil {
		log.Fatal(created.Status(), string(created.Body))
	}
	id := created.JSON201.Id
	isCreated := func(snippet client.Snippet) bool { return snippet.Id == id }
	list, err := api.ListSnippetsWithResponse(ctx, nil)
	check(err)
	raw, err := api.GetSnippetCodeWithResponse(ctx, id, nil)
	check(err)
	_, err = api.DeleteSnippetWithResponse(ctx, id, nil)
	check(err)
	left, err := api.ListSnippetsWithResponse(ctx, nil)
	check(err)
	if string(raw.Body) != code || !slices.ContainsFunc(*list.JSON200, isCreated) ||
		slices.ContainsFunc(*left.JSON200, isCreated) {
		log.Fatal(string(raw.Body), list.JSON200, left.JSON200)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
