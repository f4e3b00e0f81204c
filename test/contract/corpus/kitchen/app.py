"""Recipes of a kitchen on Flask, with faults that can be planted. Nothing here knows Snippet Store.

FAULT names one of FAULTS of faults.ts. Prints `listening on URL`.
"""

import datetime
import os
import re
import urllib.parse

import flask
from werkzeug.exceptions import HTTPException
from werkzeug.serving import WSGIRequestHandler, make_server

FAULT = os.environ.get("FAULT", "")
USERS = {"ann": "anns-password", "ben": "bens-password"}
UNITS = ["gram", "millilitre", "piece"]
COURSES = ["starter", "main", "dessert"]

app = flask.Flask("kitchen")
app.json.sort_keys = False
recipes = {}
photos = {}
reviews = {}
counter = iter(range(1, 2**31))


class Problem(Exception):
    def __init__(self, status, detail):
        super().__init__(detail)
        self.status = status


@app.errorhandler(Problem)
def refuse(problem):
    headers = {}
    if problem.status == 401 and FAULT != "401 has no challenge":
        headers["WWW-Authenticate"] = 'Basic realm="kitchen"'
    return flask.jsonify(detail=str(problem)), problem.status, headers


@app.errorhandler(HTTPException)
def refuse_http(error):
    response = flask.jsonify(detail=error.description)
    response.status_code = error.code
    for name, value in error.get_headers():
        if name == "Allow" and FAULT != "405 has no Allow":
            response.headers["Allow"] = value
    return response


@app.errorhandler(Exception)
def break_down(error):
    return flask.jsonify(detail=repr(error)), 500


def user():
    given = flask.request.authorization
    if given is None or given.type != "basic" or USERS.get(given.username) is None:
        raise Problem(401, "Who are you?")
    if given.password != USERS[given.username] and FAULT != "passwords are not compared":
        raise Problem(401, "Who are you?")
    return given.username


def is_text(value, least, most):
    return isinstance(value, str) and least <= len(value) <= most


def is_whole(value, least, most):
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_ingredient(value):
    return (
        isinstance(value, dict)
        and is_text(value.get("name"), 1, 50)
        and isinstance(value.get("amount"), (int, float))
        and not isinstance(value["amount"], bool)
        and 0 < value["amount"] <= 10000
        and value.get("unit", "piece") in UNITS
        and ("optional" not in value or isinstance(value["optional"], bool))
    )


CHECKS = {
    "title": lambda value: is_text(value, 0 if FAULT == "titles may be empty" else 1, 100),
    "course": lambda value: isinstance(value, str) and value in COURSES,
    "servings": lambda value: is_whole(value, 1, 50),
    "vegan": lambda value: isinstance(value, bool),
    "ingredients": lambda value: isinstance(value, list) and len(value) <= 10 and all(map(is_ingredient, value)),
    "steps": lambda value: isinstance(value, list) and len(value) <= 6 and all(is_text(one, 1, 300) for one in value),
    "source": lambda value: value is None or is_text(value, 0, 200),
}
DEFAULTS = {"servings": 4, "vegan": False, "ingredients": [], "steps": [], "source": None}


def read_json(media_type):
    if flask.request.mimetype != media_type:
        raise Problem(415, f"Send {media_type}")
    try:
        body = flask.request.get_json(force=True, silent=True)
    except RecursionError:
        body = None
    if not isinstance(body, dict):
        raise Problem(400, "An object is expected")
    for name, holds in CHECKS.items():
        if name in body and not holds(body[name]):
            raise Problem(400, f"{name} is wrong")
    return {name: body[name] for name in CHECKS if name in body}


def tidy(fields):
    fields = dict(fields)
    if FAULT == "ingredients are not marked as optional":
        fields["ingredients"] = [
            {name: value for name, value in one.items() if name != "optional"} for one in fields["ingredients"]
        ]
    if FAULT == "equal steps are stored once":
        fields["steps"] = list(dict.fromkeys(fields["steps"]))
    if FAULT == "a title beyond Latin-1 breaks the service":
        fields["title"].encode("latin-1")
    return fields


def read_recipe():
    given = read_json("application/json")
    if "title" not in given or "course" not in given:
        raise Problem(400, "title and course are needed")
    return tidy({**DEFAULTS, **given})


def represent(recipe):
    shown = {"id": recipe["id"], **recipe["fields"], "changedAt": recipe["changedAt"]}
    if FAULT == "servings are told as text" and shown["servings"] > 20:
        shown["servings"] = "many"
    return shown


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat()


def find(id, for_all=False):
    name = user()
    recipe = recipes.get(id)
    if recipe is None or (recipe["owner"] != name and not for_all):
        raise Problem(404, "There is no such recipe")
    return recipe


@app.get("/recipes")
def list_recipes():
    name = user()
    arguments = flask.request.args
    course, vegan, text = arguments.getlist("course"), arguments.get("vegan"), arguments.get("page", "1")
    if any(one not in COURSES for one in course):
        raise Problem(400, "course is wrong")
    if vegan not in (None, "true", "false"):
        raise Problem(400, "vegan is wrong")
    if not re.fullmatch("[1-9][0-9]{0,4}|100000", text, re.ASCII) and FAULT != "any page may be asked for":
        raise Problem(400, "page is wrong")
    page = int(text) if text.isdigit() else 1
    if FAULT == "of several courses only the first counts":
        course = course[:1]
    if FAULT == "vegan=false is not a filter" and vegan == "false":
        vegan = None
    shown = [
        recipe
        for recipe in recipes.values()
        if recipe["owner"] == name
        and (not course or recipe["fields"]["course"] in course)
        and (vegan is None or recipe["fields"]["vegan"] == (vegan == "true"))
    ]
    headers = {"X-Total-Count": str(len(shown))}
    part = shown[(page - 1) * 10 : page * 10]
    if page * 10 < len(shown):
        rest = [(key, value) for key, value in arguments.items(multi=True) if key != "page"]
        if FAULT == "links to the next page forget the filters":
            rest = []
        query = urllib.parse.urlencode([*rest, ("page", page + 1)])
        headers["Link"] = f'</recipes?{query}>; rel="next"'
    return flask.jsonify([represent(recipe) for recipe in part]), 200, headers


@app.post("/recipes")
def add_recipe():
    name = user()
    recipe = {"id": next(counter), "owner": name, "fields": read_recipe(), "changedAt": now()}
    recipes[recipe["id"]] = recipe
    plural = "recipe" if FAULT == "Location has another path" else "recipes"
    return flask.jsonify(represent(recipe)), 201, {"Location": f"/{plural}/{recipe['id']}"}


@app.get("/recipes/<int:id>")
def show_recipe(id):
    return flask.jsonify(represent(find(id)))


@app.put("/recipes/<int:id>")
def replace_recipe(id):
    recipe = find(id)
    recipe["fields"], recipe["changedAt"] = read_recipe(), now()
    return flask.jsonify(represent(recipe))


@app.patch("/recipes/<int:id>")
def change_recipe(id):
    recipe = find(id)
    changes = read_json("application/merge-patch+json")
    before = {**recipe["fields"], **DEFAULTS} if FAULT == "PATCH resets what is not sent" else recipe["fields"]
    recipe["fields"], recipe["changedAt"] = tidy({**before, **changes}), now()
    return flask.jsonify(represent(recipe))


@app.delete("/recipes/<int:id>")
def remove_recipe(id):
    del recipes[find(id)["id"]]
    return "", 204


@app.put("/recipes/<int:id>/photo")
def put_photo(id):
    recipe = find(id)
    if flask.request.mimetype != "multipart/form-data":
        raise Problem(415, "Send multipart/form-data")
    file, caption = flask.request.files.get("file"), flask.request.form.get("caption")
    if file is None or (caption is not None and len(caption) > 80):
        raise Problem(400, "The form is wrong")
    content = file.read()
    if FAULT == "line breaks in photos are changed":
        content = content.replace(b"\r\n", b"\n")
    if FAULT == "captions lose what is not ASCII" and caption is not None:
        caption = caption.encode("ascii", "ignore").decode()
    photos[recipe["id"]] = ({"size": len(content), "caption": caption or ""}, content)
    return flask.jsonify(photos[recipe["id"]][0])


@app.get("/recipes/<int:id>/photo")
def show_photo(id):
    recipe = find(id)
    if recipe["id"] not in photos:
        raise Problem(404, "There is no photo")
    return flask.jsonify(photos[recipe["id"]][0])


@app.get("/recipes/<int:id>/photo/file")
def download_photo(id):
    recipe = find(id)
    if recipe["id"] not in photos:
        raise Problem(404, "There is no photo")
    return flask.Response(photos[recipe["id"]][1], content_type="application/octet-stream")


@app.get("/recipes/<int:id>/reviews")
def list_reviews(id):
    recipe = find(id)
    return flask.jsonify([review for review in reviews.values() if review["recipe"] == recipe["id"]])


@app.post("/recipes/<int:id>/reviews")
def add_review(id):
    recipe = find(id)
    if flask.request.mimetype != "application/x-www-form-urlencoded":
        raise Problem(415, "Send a form")
    stars, text = flask.request.form.get("stars", ""), flask.request.form.get("text", "")
    if not re.fullmatch("[1-5]", stars, re.ASCII) or len(text) > 500:
        raise Problem(400, "The form is wrong")
    review = {"id": next(counter), "recipe": recipe["id"], "stars": int(stars), "text": text}
    reviews[review["id"]] = review
    return flask.jsonify(review), 201


@app.delete("/recipes/<int:id>/reviews/<int:review>")
def remove_review(id, review):
    recipe = find(id, for_all=FAULT == "everybody may remove a review")
    found = reviews.get(review)
    if found is None or found["recipe"] != recipe["id"]:
        raise Problem(404, "There is no such review")
    if FAULT != "removed reviews stay in the list":
        del reviews[review]
    return "", 204


class Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_):
        pass


server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
