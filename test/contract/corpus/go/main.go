// Package main serves an inventory whose items clients name themselves, with one fault that FAULT names.
package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed openapi.json
var description []byte

var fault = os.Getenv("FAULT")

type item struct {
	Name     string  `json:"name"`
	Quantity int64   `json:"quantity"`
	Unit     string  `json:"unit"`
	Note     *string `json:"note"`
}

var (
	mutex sync.Mutex
	items = map[string]item{}
	gone  = map[string]item{}
	units = map[string]bool{"piece": true, "kilogram": true, "litre": true}
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	_ = http.Serve(listener, http.HandlerFunc(serve))
}

func serve(w http.ResponseWriter, r *http.Request) {
	mutex.Lock()
	defer mutex.Unlock()
	path := r.URL.EscapedPath()
	if path == "/openapi.json" {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(description)
		return
	}
	if path == "/items" {
		route(w, r, map[string]func(http.ResponseWriter, *http.Request){"GET": list})
		return
	}
	if strings.HasPrefix(path, "/items/") && !strings.Contains(path[7:], "/") && len(path) > 7 {
		route(w, r, map[string]func(http.ResponseWriter, *http.Request){"GET": read, "PUT": put, "DELETE": remove})
		return
	}
	problem(w, 404, "There is nothing here.")
}

func route(w http.ResponseWriter, r *http.Request, handlers map[string]func(http.ResponseWriter, *http.Request)) {
	method := r.Method
	if method == "HEAD" {
		method = "GET"
		if fault == "HEAD is not found" {
			problem(w, 404, "There is no such item.")
			return
		}
	}
	handler, known := handlers[method]
	if known {
		if authorized(w, r) {
			handler(w, r)
		}
		return
	}
	allowed := []string{"HEAD", "OPTIONS"}
	for name := range handlers {
		if fault != "Allow lacks DELETE" || name != "DELETE" {
			allowed = append(allowed, name)
		}
	}
	sort.Strings(allowed)
	if fault != "405 without Allow" {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
	}
	if r.Method == "OPTIONS" {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		w.WriteHeader(204)
		return
	}
	problem(w, 405, "Not for this path.")
}

func authorized(w http.ResponseWriter, r *http.Request) bool {
	name, password, _ := r.BasicAuth()
	if (name == "ann" && password == "anns-password") || (name == "ben" && password == "bens-password") {
		return true
	}
	if fault == "any password will do" && name != "" {
		return true
	}
	if fault != "401 without a challenge" {
		w.Header().Set("WWW-Authenticate", `Basic realm="inventory"`)
	}
	problem(w, 401, "Who are you?")
	return false
}

func nameOf(r *http.Request) string {
	return r.URL.Path[len("/items/"):]
}

func list(w http.ResponseWriter, r *http.Request) {
	least := int64(0)
	if given, isGiven := r.URL.Query()["least"]; isGiven {
		value, err := strconv.ParseInt(given[0], 10, 64)
		if (err != nil || value < 0 || value > 1000000) && fault != "any least is taken" {
			problem(w, 400, "least is a whole number from 0 to 1000000.")
			return
		}
		least = value
	}
	found := []item{}
	for _, one := range items {
		if one.Quantity >= least {
			found = append(found, one)
		}
	}
	sort.Slice(found, func(a, b int) bool { return found[a].Name < found[b].Name })
	send(w, 200, found)
}

func read(w http.ResponseWriter, r *http.Request) {
	one, known := items[nameOf(r)]
	if old, was := gone[nameOf(r)]; !known && was && fault == "removed items can be read" {
		one, known = old, true
	}
	if !known || fault == "no item can be read" {
		problem(w, 404, "There is no such item.")
		return
	}
	if fault == "an item without its unit" {
		send(w, 200, map[string]any{"name": one.Name, "quantity": one.Quantity, "note": one.Note})
		return
	}
	send(w, 200, one)
}

func put(w http.ResponseWriter, r *http.Request) {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/json" {
		problem(w, 415, "Only JSON is read.")
		return
	}
	body, _ := io.ReadAll(r.Body)
	one, wrong := parse(body)
	if wrong != "" {
		problem(w, 400, wrong)
		return
	}
	name := nameOf(r)
	if utf8.RuneCountInString(name) > 40 || !utf8.ValidString(name) {
		problem(w, 400, "The name is too long.")
		return
	}
	if fault == "a million breaks the service" && one.Quantity == 1000000 {
		w.WriteHeader(500)
		return
	}
	one.Name = name
	before, known := items[name]
	if fault == "PUT keeps the old quantity" && known {
		one.Quantity = before.Quantity
	}
	if known && fault == "the same PUT twice is refused" && before.Quantity == one.Quantity && before.Unit == one.Unit {
		problem(w, 400, "It is there already.")
		return
	}
	items[name] = one
	delete(gone, name)
	if known {
		send(w, 200, one)
		return
	}
	w.Header().Set("Location", r.URL.EscapedPath())
	send(w, 201, one)
}

func parse(body []byte) (item, string) {
	var fields map[string]json.RawMessage
	if !utf8.Valid(body) || json.Unmarshal(body, &fields) != nil || fields == nil {
		return item{}, "A JSON object is expected."
	}
	one := item{}
	for name, raw := range fields {
		switch name {
		case "quantity":
			var number float64
			if string(raw) == "null" || json.Unmarshal(raw, &number) != nil || number != float64(int64(number)) || number < 0 || number > 1000000 {
				return item{}, "quantity is a whole number from 0 to 1000000."
			}
			one.Quantity = int64(number)
		case "unit":
			if json.Unmarshal(raw, &one.Unit) != nil || (!units[one.Unit] && fault != "any unit is taken") {
				return item{}, "unit is piece, kilogram or litre."
			}
		case "note":
			if string(raw) != "null" {
				var text string
				if json.Unmarshal(raw, &text) != nil || utf8.RuneCountInString(text) > 100 {
					return item{}, "note has 100 characters at most."
				}
				if fault == "lengths are counted in bytes" && len(text) > 100 {
					return item{}, "note is too long."
				}
				one.Note = &text
			}
		default:
			return item{}, "unknown field"
		}
	}
	if fields["quantity"] == nil || fields["unit"] == nil {
		return item{}, "quantity and unit are required."
	}
	return one, ""
}

func remove(w http.ResponseWriter, r *http.Request) {
	name := nameOf(r)
	one, known := items[name]
	if !known {
		problem(w, 404, "There is no such item.")
		return
	}
	gone[name] = one
	if fault == "DELETE removes nothing" {
		w.WriteHeader(204)
		return
	}
	delete(items, name)
	if fault == "200 for a removal" {
		w.WriteHeader(200)
		return
	}
	w.WriteHeader(204)
}

func send(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	if fault == "JSON that calls itself HTML" && status == 200 {
		w.Header().Set("Content-Type", "text/html")
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

func problem(w http.ResponseWriter, status int, detail string) {
	send(w, status, map[string]string{"detail": detail})
}
