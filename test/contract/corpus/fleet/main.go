// A fleet of vehicles on Go's standard library, with faults that can be planted. Nothing here knows Snippet Store.
//
// FAULT names one of FLEET_FAULTS of faults.ts. Prints `listening on URL`.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"mime"
	"net"
	"net/http"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

type fields = map[string]any

type vehicle struct {
	id    int64
	owner string
	data  fields
	trips map[int64]fields
}

type refusal struct {
	status int
	reason string
}

var (
	fault    = os.Getenv("FAULT")
	users    = map[string]string{"anns-key": "ann", "bens-key": "ben"}
	vehicles = map[int64]*vehicle{}
	removed  = map[int64]*vehicle{}
	count    int64
	lock     sync.Mutex
	plate    = regexp.MustCompile(`^[A-Z0-9]{2,8}$`)
	number   = regexp.MustCompile(`^[1-9][0-9]{0,8}$`)
	kinds    = []string{"car", "truck"}
)

func fail(status int, reason string) { panic(refusal{status, reason}) }

func has(name string) bool { return fault == name }

func contains(all []string, one any) bool {
	for _, each := range all {
		if each == one {
			return true
		}
	}
	return false
}

func whole(value any, least, most int64) bool {
	given, isNumber := value.(json.Number)
	if !isNumber || len(given) > 30 {
		return false
	}
	read, isRead := new(big.Rat).SetString(string(given))
	return isRead && read.IsInt() && read.Cmp(big.NewRat(least, 1)) >= 0 && read.Cmp(big.NewRat(most, 1)) <= 0
}

func within(value any, least, most float64) bool {
	given, isNumber := value.(json.Number)
	read, err := given.Float64()
	return isNumber && err == nil && read >= least && read <= most
}

func text(value any, least, most int) bool {
	given, isText := value.(string)
	length := utf8.RuneCountInString(given)
	return isText && length >= least && length <= most
}

func readObject(r *http.Request) fields {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/json" {
		fail(415, "send JSON")
	}
	body, _ := io.ReadAll(r.Body)
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var given any
	if !utf8.Valid(body) || decoder.Decode(&given) != nil || decoder.Decode(new(any)) != io.EOF {
		fail(400, "that is no JSON")
	}
	object, isObject := given.(fields)
	if !isObject {
		fail(400, "an object is expected")
	}
	return object
}

func readVehicle(r *http.Request) fields {
	given := readObject(r)
	kept := fields{}
	check := func(name string, isNeeded bool, holds func(any) bool) {
		value, isThere := given[name]
		if isNeeded && !isThere || isThere && !holds(value) {
			fail(400, name+" is wrong")
		}
		if isThere {
			kept[name] = value
		}
	}
	check("kind", true, func(value any) bool { return contains(kinds, value) })
	check("plate", true, func(value any) bool { given, isText := value.(string); return isText && plate.MatchString(given) })
	check("odometer", false, func(value any) bool { return whole(value, 0, 1<<63-1) })
	check("home", false, func(value any) bool {
		place, isObject := value.(fields)
		latitude := 90.0
		if has("latitudes end at 180") {
			latitude = 180
		}
		return isObject && within(place["latitude"], -latitude, latitude) && within(place["longitude"], -180, 180)
	})
	check("labels", false, func(value any) bool {
		labels, isObject := value.(fields)
		for _, label := range labels {
			if !text(label, 0, 40) {
				return false
			}
		}
		return isObject && len(labels) <= 4
	})
	if kept["kind"] == "car" {
		check("seats", true, func(value any) bool { return whole(value, 1, 9) })
	} else {
		check("payload", !has("trucks need no payload"), func(value any) bool { return within(value, 0, 40000) })
		check("axles", false, func(value any) bool { return whole(value, 2, 6) })
		if has("axles of trucks are dropped") {
			delete(kept, "axles")
		}
		if payload, isThere := kept["payload"].(json.Number); isThere && has("an empty truck breaks the service") {
			read, _ := payload.Float64()
			if read == 0 {
				panic("division by zero")
			}
		}
	}
	if odometer, isThere := kept["odometer"].(json.Number); isThere && has("odometers are kept as doubles") {
		read, _ := odometer.Float64()
		if read < 1<<63 {
			kept["odometer"] = json.Number(strconv.FormatInt(int64(read), 10))
		}
	}
	if labels, isThere := kept["labels"].(fields); isThere && has("names of labels are lower case") {
		lower := fields{}
		for name, value := range labels {
			lower[strings.ToLower(name)] = value
		}
		kept["labels"] = lower
	}
	return kept
}

func (v *vehicle) shown() fields {
	shown := fields{"vehicleId": v.id}
	for name, value := range v.data {
		shown[name] = value
	}
	return shown
}

func (v *vehicle) tag() string {
	data, _ := json.Marshal(v.data)
	return fmt.Sprintf(`"%x"`, sha256.Sum256(data))[:18] + `"`
}

func user(r *http.Request) string {
	key := r.URL.Query().Get("api_key")
	name, isKnown := users[key]
	if !isKnown && key != "" && r.Method == "GET" && strings.Contains(r.URL.Path, "/trips") && has("any key may read trips") {
		return "ann"
	}
	if !isKnown {
		fail(401, "which key?")
	}
	return name
}

func find(r *http.Request) *vehicle {
	name := user(r)
	id, _ := strconv.ParseInt(r.PathValue("vehicleId"), 10, 64)
	found := vehicles[id]
	if found == nil && r.Method == "PUT" && has("PUT brings removed vehicles back") {
		found = removed[id]
	}
	isOwn := found != nil && (found.owner == name || has("any key may read trips") && r.Method == "GET")
	if !number.MatchString(r.PathValue("vehicleId")) || !isOwn {
		fail(404, "there is no such vehicle")
	}
	return found
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func list(w http.ResponseWriter, r *http.Request) {
	name, query := user(r), r.URL.Query()
	for key := range query {
		if strings.HasPrefix(key, "filter[") && key != "filter[kind]" && key != "filter[plate]" {
			fail(400, "filter is wrong")
		}
	}
	kind, isKind := query.Get("filter[kind]"), query.Has("filter[kind]")
	if isKind && !contains(kinds, kind) {
		fail(400, "filter[kind] is wrong")
	}
	mark, isMark := query.Get("filter[plate]"), query.Has("filter[plate]")
	if isMark && !plate.MatchString(mark) {
		fail(400, "filter[plate] is wrong")
	}
	if has("the filter by plate is ignored") {
		isMark = false
	}
	shown := []fields{}
	for id := int64(1); id <= count; id++ {
		one := vehicles[id]
		isShown := one != nil && (one.owner == name || has("the list shows vehicles of all")) &&
			(!isKind || one.data["kind"] == kind) && (!isMark || one.data["plate"] == mark)
		if isShown {
			shown = append(shown, one.shown())
		}
	}
	answer(w, 200, shown)
}

func add(w http.ResponseWriter, r *http.Request) {
	name := user(r)
	data := readVehicle(r)
	count++
	added := &vehicle{count, name, data, map[int64]fields{}}
	vehicles[count] = added
	answer(w, 201, added.shown())
}

func show(w http.ResponseWriter, r *http.Request) {
	found := find(r)
	w.Header().Set("ETag", found.tag())
	known := strings.Split(strings.NewReplacer(" ", "", "W/", "").Replace(r.Header.Get("If-None-Match")), ",")
	if (contains(known, found.tag()) || contains(known, "*")) && !has("If-None-Match is not read") {
		w.WriteHeader(304)
		return
	}
	answer(w, 200, found.shown())
}

func replace(w http.ResponseWriter, r *http.Request) {
	found := find(r)
	found.data = readVehicle(r)
	vehicles[found.id] = found
	if has("PUT registers the vehicle again") {
		count++
		vehicles[count] = &vehicle{count, found.owner, found.data, map[int64]fields{}}
	}
	answer(w, 200, found.shown())
}

func remove(w http.ResponseWriter, r *http.Request) {
	found := find(r)
	delete(vehicles, found.id)
	removed[found.id] = found
	w.WriteHeader(204)
}

func listTrips(w http.ResponseWriter, r *http.Request) {
	trips := []fields{}
	for _, trip := range find(r).trips {
		trips = append(trips, trip)
	}
	sort.Slice(trips, func(i, j int) bool { return trips[i]["tripId"].(int64) < trips[j]["tripId"].(int64) })
	answer(w, 200, trips)
}

func addTrip(w http.ResponseWriter, r *http.Request) {
	found, given := find(r), readObject(r)
	passengers, isThere := given["passengers"]
	names, isList := passengers.([]any)
	holds := text(given["purpose"], 1, 80) && (!isThere || isList && len(names) <= 8)
	for _, name := range names {
		holds = holds && text(name, 1, 40)
	}
	distance, isDistance := given["distance"]
	if !holds || isDistance && !within(distance, 0, 1e6) {
		fail(400, "the trip is wrong")
	}
	count++
	trip := fields{"tripId": count, "purpose": given["purpose"]}
	if isThere {
		trip["passengers"] = names
		if has("the last of eight passengers is left behind") && len(names) == 8 {
			trip["passengers"] = names[:7]
		}
	}
	if isDistance {
		trip["distance"] = distance
	}
	found.trips[count] = trip
	answer(w, 201, trip)
}

func showTrip(w http.ResponseWriter, r *http.Request) {
	found := find(r)
	id, _ := strconv.ParseInt(r.PathValue("tripId"), 10, 64)
	trip := found.trips[id]
	if !number.MatchString(r.PathValue("tripId")) || trip == nil {
		fail(404, "there is no such trip")
	}
	answer(w, 200, trip)
}

func main() {
	routes := []struct {
		path    string
		methods map[string]http.HandlerFunc
	}{
		{"/vehicles", map[string]http.HandlerFunc{"GET": list, "POST": add}},
		{"/vehicles/{vehicleId}", map[string]http.HandlerFunc{"GET": show, "PUT": replace, "DELETE": remove}},
		{"/vehicles/{vehicleId}/trips", map[string]http.HandlerFunc{"GET": listTrips, "POST": addTrip}},
		{"/vehicles/{vehicleId}/trips/{tripId}", map[string]http.HandlerFunc{"GET": showTrip}},
	}
	mux := http.NewServeMux()
	for _, route := range routes {
		mux.HandleFunc(route.path, func(w http.ResponseWriter, r *http.Request) {
			allow := []string{"OPTIONS"}
			for method := range route.methods {
				allow = append(allow, method)
			}
			allow = append(allow, "HEAD")
			sort.Strings(allow)
			method := r.Method
			if method == "HEAD" {
				method = "GET"
			}
			handler := route.methods[method]
			if handler == nil {
				w.Header().Set("Allow", strings.Join(allow, ", "))
			}
			if method == "OPTIONS" {
				w.WriteHeader(204)
				return
			}
			if handler == nil {
				fail(405, "not here")
			}
			handler(w, r)
		})
	}
	mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) { fail(404, "there is nothing here") })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		defer func() {
			switch reason := recover().(type) {
			case nil:
			case refusal:
				answer(w, reason.status, fields{"reason": reason.reason})
			default:
				answer(w, 500, fields{"reason": fmt.Sprint(reason)})
			}
		}()
		mux.ServeHTTP(w, r)
	}))
}
