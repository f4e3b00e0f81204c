"""Tasks on FastAPI, with one fault that FAULT names. Its description is FastAPI's own (OpenAPI 3.1)."""
import os
import sys
from typing import Annotated, Literal

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import APIKeyHeader
from pydantic import BaseModel, ConfigDict, Field

FAULT = os.environ.get("FAULT", "")
USERS = {"anns-key": "ann", "bens-key": "ben"}


class NewTask(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", json_schema_extra={
        "example": {"title": "Water the plants", "priority": 3, "state": "open"}})
    title: Annotated[str, Field(min_length=1, max_length=60)]
    priority: Annotated[int, Field(ge=1, le=5)]
    state: Literal["open", "done"] = "open"
    notes: Annotated[str, Field(max_length=200)] | None = None


class Task(BaseModel):
    id: int
    title: str
    priority: int
    state: str
    notes: str | None


class Problem(BaseModel):
    detail: str


key = APIKeyHeader(name="X-API-Key", auto_error=False)


def user_of(given: Annotated[str | None, Depends(key)]) -> str:
    if given not in USERS:
        raise HTTPException(401, "Who are you?", {"WWW-Authenticate": "ApiKey"})
    return USERS[given]


def user_or_nobody(given: Annotated[str | None, Depends(key)]) -> str:
    return USERS.get(given or "", "nobody")


User = Annotated[str, Depends(user_of)]
Remover = Annotated[str, Depends(user_or_nobody if FAULT == "anybody may delete" else user_of)]
problems = {400: {"model": Problem}, 401: {"model": Problem}, 404: {"model": Problem}}
app = FastAPI(title="Tasks", version="1")


@app.exception_handler(RequestValidationError)
def refuse(request: Request, error: RequestValidationError) -> JSONResponse:
    """Without the input, which may be no JSON: FastAPI's own handler breaks on NaN and on halves of surrogates."""
    found = [{"loc": each["loc"], "msg": each["msg"], "type": each["type"]} for each in error.errors()]
    return JSONResponse({"detail": found}, 422)


tasks: dict[int, dict] = {}
deleted: dict[int, dict] = {}
count = 0


def task_of(task_id: int, user: str) -> dict:
    found = tasks.get(task_id)
    if found is None or (found["owner"] != user and user != "nobody"):
        raise HTTPException(404, "There is no such task.")
    return found


def shown(task: dict) -> dict:
    return {name: value for name, value in task.items() if name != "owner"}


@app.get("/tasks", responses={401: {"model": Problem}})
def list_tasks(user: User, state: Literal["open", "done"] | None = None,
               limit: Annotated[int, Query(ge=1, le=100)] = 100) -> list[Task]:
    own = [shown(task) for task in tasks.values() if task["owner"] == user and state in (None, task["state"])]
    return own[:limit]


@app.post("/tasks", status_code=201,
          responses={400: {"model": Problem}, 401: {"model": Problem}})
def add_task(user: User, new: NewTask, response: Response) -> Task:
    global count
    if FAULT == "no task of priority 5" and new.priority == 5:
        raise HTTPException(400, "Too urgent.")
    if FAULT == "notes of 200 characters break the service" and len(new.notes or "") == 200:
        raise RuntimeError("Out of ink.")
    count += 1
    task = {"id": count, "owner": user, **new.model_dump()}
    if FAULT == "notes are cut off":
        task["notes"] = (task["notes"] or "")[:3] or None
    tasks[count] = task
    where = f"/task/{count}" if FAULT == "Location leads nowhere" else f"/tasks/{count}"
    response.headers["Location"] = where
    if FAULT == "202 for a new task":
        response.status_code = 202
    return shown(task)


@app.get("/tasks/{task_id}", responses=problems)
def read_task(user: User, task_id: int) -> Task:
    if FAULT == "deleted tasks can be read" and task_id in deleted:
        return shown(deleted[task_id])
    if FAULT == "no task can be read":
        raise HTTPException(404, "There is no such task.")
    task = shown(task_of(task_id, user))
    if FAULT == "a task without notes":
        return Response('{"id":1,"title":"x","priority":1,"state":"open"}', media_type="application/json")
    if FAULT == "a task as text":
        return Response("a task", media_type="text/plain")
    return task


@app.put("/tasks/{task_id}", responses=problems)
def replace_task(user: User, task_id: int, new: NewTask) -> Task:
    owner = user if FAULT != "every user may replace a task" or task_id not in tasks else tasks[task_id]["owner"]
    task = task_of(task_id, owner)
    before = task["priority"]
    task.update(new.model_dump())
    if FAULT == "PUT ignores the priority":
        task["priority"] = before
    return shown(task)


@app.delete("/tasks/{task_id}", status_code=204, responses=problems)
def delete_task(user: Remover, task_id: int) -> None:
    task = task_of(task_id, user)
    deleted[task_id] = task
    del tasks[task_id]


@app.middleware("http")
async def spoil(request: Request, pass_on):
    if request.method == "PATCH" and FAULT == "PATCH is answered":
        return Response("{}", media_type="application/json")
    if FAULT == "wrong limits are taken" and "limit=" in str(request.url.query):
        request.scope["query_string"] = b"limit=5"
    response = await pass_on(request)
    if response.status_code == 405:
        # Starlette names the methods of the first route of a path alone.
        template = "/tasks" if request.url.path == "/tasks" else "/tasks/{task_id}"
        response.headers["allow"] = ", ".join(method.upper() for method in app.openapi()["paths"][template])
    if FAULT == "a missing Allow" and response.status_code == 405:
        del response.headers["allow"]
    return response






if __name__ == "__main__":
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical")
    server = uvicorn.Server(config)
    import asyncio

    async def main():
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.05)
        port = server.servers[0].sockets[0].getsockname()[1]
        print(f"listening on http://127.0.0.1:{port}", flush=True)
        await serving

    asyncio.run(main())
    sys.exit(0)
