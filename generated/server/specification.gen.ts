// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** The SHA-256 of the text that was parsed. */
export const source = '079e37be5c0d00f581c0e968a8ef25fabc0146c78553cefd8d8a1f5fd5e3ed41';

export const parsed: unknown = {
  "openapi": "3.0.3",
  "info": {
    "title": "Snippet Store",
    "version": "1.0.0",
    "description": "Stores code snippets. Each has an owner and a highlighted copy of its code.\n\nEverybody may read, unless the deployment asks for a login: `security` of the operations says so. Only\nauthenticated users may create snippets, and only the owner of a snippet may replace or delete it.\n\nThese rules apply to every path, so the operations do not repeat them:\n\n- `HEAD` works wherever `GET` does. It returns the headers of `GET` and no body.\n- `OPTIONS` returns `200` to everybody who may read, with a description of the resource: its name, the media types\n  that it renders and parses and, for users who may write, the fields.\n- `Allow` lists the methods of the path in every answer, errors included.\n- A method that a path does not have is `405`.\n- A path without its last slash is redirected: `301` for `GET` and `HEAD`, `308` for other methods.\n- A `Host` that is not a name of this service is refused with `400` before anything else.\n- Answers are compressed when `Accept-Encoding` allows it. Each coding has an `ETag` of its own, and `If-Match` takes\n  any of them.\n- Every error body is a JSON object with a `detail`. It may have other members too.\n- An unauthenticated request that is refused gets `401` with a challenge when the first configured scheme has a\n  challenge, otherwise `403`.\n",
    "license": {
      "name": "MIT",
      "url": "https://opensource.org/license/mit"
    },
    "contact": {
      "name": "Snippet Store"
    }
  },
  "servers": [
    {
      "url": "/",
      "description": "The host that this specification was read from."
    }
  ],
  "tags": [
    {
      "name": "snippets",
      "description": "Code with its display options and its owner."
    },
    {
      "name": "users",
      "description": "The users who own snippets. Read-only."
    },
    {
      "name": "authentication",
      "description": "Tokens, sessions and OAuth 2.0."
    },
    {
      "name": "service",
      "description": "The API root, the specification and health checks."
    }
  ],
  "x-derived-responses": {
    "unknownPath": {
      "301": {
        "$ref": "#/components/responses/Redirect"
      },
      "308": {
        "$ref": "#/components/responses/Redirect"
      },
      "400": {
        "$ref": "#/components/responses/InvalidHost"
      },
      "404": {
        "$ref": "#/components/responses/NotFound"
      }
    },
    "unknownMethod": {
      "400": {
        "$ref": "#/components/responses/BadRequest"
      },
      "401": {
        "$ref": "#/components/responses/Unauthorized"
      },
      "403": {
        "$ref": "#/components/responses/Forbidden"
      },
      "404": {
        "$ref": "#/components/responses/NotFound"
      },
      "405": {
        "$ref": "#/components/responses/MethodNotAllowed"
      },
      "406": {
        "$ref": "#/components/responses/NotAcceptable"
      },
      "429": {
        "$ref": "#/components/responses/TooManyRequests"
      },
      "500": {
        "$ref": "#/components/responses/InternalServerError"
      },
      "503": {
        "$ref": "#/components/responses/ServiceUnavailable"
      }
    },
    "options": {
      "200": {
        "$ref": "#/components/responses/Description"
      },
      "400": {
        "$ref": "#/components/responses/BadRequest"
      },
      "401": {
        "$ref": "#/components/responses/Unauthorized"
      },
      "403": {
        "$ref": "#/components/responses/Forbidden"
      },
      "404": {
        "$ref": "#/components/responses/NotFound"
      },
      "406": {
        "$ref": "#/components/responses/NotAcceptable"
      },
      "429": {
        "$ref": "#/components/responses/TooManyRequests"
      },
      "500": {
        "$ref": "#/components/responses/InternalServerError"
      },
      "503": {
        "$ref": "#/components/responses/ServiceUnavailable"
      }
    }
  },
  "paths": {
    "/": {
      "summary": "Api Root",
      "x-name": "root",
      "x-browsable": true,
      "x-permissions": [
        "AllowAny"
      ],
      "x-throttle-scope": "api",
      "get": {
        "operationId": "getRoot",
        "tags": [
          "service"
        ],
        "summary": "Show the API root",
        "description": "The paths of the collections, of the explorer and of this specification.",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "read"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "description": "The paths on this host.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Link": {
                "description": "The specification, the explorer and the catalog (RFC 8631, RFC 9727).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</openapi.json>; rel=\"service-desc\"; type=\"application/json\", </docs/>; rel=\"service-doc\"; type=\"text/html\""
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Root"
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/snippets/": {
      "summary": "Snippet List",
      "x-name": "snippets:list",
      "x-browsable": true,
      "x-permissions": [
        "IsAuthenticatedOrReadOnly"
      ],
      "x-throttle-scope": "api",
      "get": {
        "operationId": "listSnippets",
        "x-agent-tool": "search_snippets",
        "tags": [
          "snippets"
        ],
        "summary": "List the snippets",
        "description": "All snippets, the oldest first, or the newest first on request. `q`, `owner` and `language` narrow the list.\nWithout `limit` the answer is the whole list as JSON, or its first slice as a page. With `limit` the answer is a\nslice, and `Link` leads to the next one.\n",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "read"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Query"
          },
          {
            "$ref": "#/components/parameters/OwnerFilter"
          },
          {
            "$ref": "#/components/parameters/LanguageFilter"
          },
          {
            "$ref": "#/components/parameters/Order"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "description": "The snippets, ordered by creation.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "Link": {
                "$ref": "#/components/headers/Link"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Snippet"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      },
      "post": {
        "operationId": "createSnippet",
        "x-agent-tool": "create_snippet",
        "tags": [
          "snippets"
        ],
        "summary": "Create a snippet",
        "description": "Stores a snippet and its highlighted code. The authenticated user becomes the owner. Read-only members of the\nbody (`id`, `owner`, ...) are ignored. A deployment may limit how many snippets and bytes a user stores: beyond\nit, the answer is a 403 that names the limit.\n",
        "security": [
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "write"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/SnippetBody"
        },
        "responses": {
          "201": {
            "description": "The stored snippet.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoStore"
              },
              "Idempotency-Replayed": {
                "$ref": "#/components/headers/IdempotencyReplayed"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Location": {
                "$ref": "#/components/headers/Location"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Snippet"
                }
              }
            },
            "links": {
              "getSnippet": {
                "operationId": "getSnippet",
                "parameters": {
                  "id": "$response.body#/id"
                }
              },
              "updateSnippet": {
                "operationId": "updateSnippet",
                "parameters": {
                  "id": "$response.body#/id"
                }
              },
              "deleteSnippet": {
                "operationId": "deleteSnippet",
                "parameters": {
                  "id": "$response.body#/id"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/IdempotencyKeyReused"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/snippets/{id}/": {
      "summary": "Snippet Detail",
      "x-name": "snippets:detail",
      "x-browsable": true,
      "x-permissions": [
        "IsAuthenticatedOrReadOnly",
        "IsOwnerOrReadOnly"
      ],
      "x-throttle-scope": "api",
      "x-object": "snippets",
      "parameters": [
        {
          "$ref": "#/components/parameters/SnippetId"
        }
      ],
      "get": {
        "operationId": "getSnippet",
        "x-agent-tool": "get_snippet",
        "tags": [
          "snippets"
        ],
        "summary": "Retrieve a snippet",
        "description": "One snippet. Send its `ETag` in `If-None-Match` here, and in `If-Match` to replace or delete it.",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "read"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/ReadSnippet"
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      },
      "put": {
        "operationId": "updateSnippet",
        "x-agent-tool": "replace_snippet",
        "tags": [
          "snippets"
        ],
        "summary": "Replace a snippet",
        "description": "Replaces all writable fields. A missing field takes its default: without `language`, it becomes `python`. To\nchange some fields, read the snippet and send all of them, with its `ETag` in `If-Match`. The `id`, the owner\nand the place in the list stay the same. Only the owner may do this. A longer text may exceed the deployment's\nlimit of stored bytes: a 403.\n",
        "security": [
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "write"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfMatch"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/SnippetBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/ReplacedSnippet"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "412": {
            "$ref": "#/components/responses/PreconditionFailed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteSnippet",
        "tags": [
          "snippets"
        ],
        "summary": "Delete a snippet",
        "description": "Deletes a snippet. Its id is never used again. Only the owner may do this.",
        "security": [
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "write"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfMatch"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "204": {
            "description": "The snippet no longer exists.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoStore"
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "412": {
            "$ref": "#/components/responses/PreconditionFailed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/snippets/{id}/highlight/": {
      "summary": "Snippet Highlight",
      "x-name": "snippets:highlight",
      "x-permissions": [
        "IsAuthenticatedOrReadOnly"
      ],
      "x-object": "snippets",
      "x-object-fields": [
        "title",
        "language",
        "style",
        "linenos",
        "markup",
        "excerpt",
        "plain"
      ],
      "x-throttle-scope": "api",
      "parameters": [
        {
          "$ref": "#/components/parameters/SnippetId"
        }
      ],
      "get": {
        "operationId": "getSnippetHighlight",
        "tags": [
          "snippets"
        ],
        "summary": "Show the highlighted code",
        "description": "The code as a complete HTML page, highlighted when the snippet was saved. Show it in a sandbox.",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "read"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Embed"
          },
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          }
        ],
        "responses": {
          "200": {
            "description": "The HTML page.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Content-Security-Policy": {
                "description": "The page loads nothing and runs one script, which marks the lines that the URL names (`#L10-L20`).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-...'; frame-ancestors 'none'"
              }
            },
            "content": {
              "text/html": {
                "schema": {
                  "type": "string"
                },
                "example": "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Greeting</title></head><body><pre><code>print(\"hello\")</code></pre></body></html>"
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/snippets/{id}/raw/": {
      "summary": "Snippet Raw",
      "x-name": "snippets:raw",
      "x-permissions": [
        "IsAuthenticatedOrReadOnly"
      ],
      "x-object": "snippets",
      "x-object-fields": [
        "code",
        "title",
        "language"
      ],
      "x-throttle-scope": "api",
      "parameters": [
        {
          "$ref": "#/components/parameters/SnippetId"
        }
      ],
      "get": {
        "operationId": "getSnippetCode",
        "tags": [
          "snippets"
        ],
        "summary": "Show the code as plain text",
        "description": "Only the code, byte for byte, in UTF-8.",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "read"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          }
        ],
        "responses": {
          "200": {
            "description": "The code.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Content-Disposition": {
                "description": "The name of the file to save it as (RFC 6266): its title, when that is the name of a file, or else words of its title and the usual ending of its language.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "inline; filename=\"Greeting.py\""
              },
              "Link": {
                "description": "Leads back to the snippet (`rel=\"up\"`).",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</snippets/1/>; rel=\"up\""
              }
            },
            "content": {
              "text/plain": {
                "schema": {
                  "type": "string"
                },
                "example": "print(\"hello\")"
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/preview/": {
      "summary": "Snippet Preview",
      "x-name": "snippets:preview",
      "x-permissions": [
        "IsAuthenticatedOrReadOnly"
      ],
      "x-throttle-scope": "preview",
      "post": {
        "operationId": "previewSnippet",
        "x-idempotent": true,
        "tags": [
          "snippets"
        ],
        "summary": "Preview a snippet",
        "description": "The highlighted code of a snippet as a complete HTML page, without storing anything. It is the page that\n`/snippets/{id}/highlight/` would show, but for its link and its script. Show it in a sandbox.\n",
        "security": [
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "write"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Detect"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/SnippetBody"
        },
        "responses": {
          "200": {
            "description": "The HTML page.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoStore"
              },
              "Snippet-Language": {
                "description": "The language that the page shows the code in.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "python"
              },
              "Content-Security-Policy": {
                "description": "The page loads nothing and runs nothing.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
              }
            },
            "content": {
              "text/html": {
                "schema": {
                  "type": "string"
                },
                "example": "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Greeting</title></head><body><pre><code>print(\"hello\")</code></pre></body></html>"
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/users/": {
      "summary": "User List",
      "x-name": "users:list",
      "x-browsable": true,
      "x-requires": [
        "ownership"
      ],
      "x-permissions": [
        "AllowAny"
      ],
      "x-throttle-scope": "api",
      "get": {
        "operationId": "listUsers",
        "tags": [
          "users"
        ],
        "summary": "List the users",
        "description": "All users ordered by id, each with the ids of their snippets.",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "read"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "description": "The users, ordered by id.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/User"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/InvalidHost"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/users/{id}/": {
      "summary": "User Detail",
      "x-name": "users:detail",
      "x-browsable": true,
      "x-requires": [
        "ownership"
      ],
      "x-permissions": [
        "AllowAny"
      ],
      "x-throttle-scope": "api",
      "parameters": [
        {
          "$ref": "#/components/parameters/UserId"
        }
      ],
      "get": {
        "operationId": "getUser",
        "tags": [
          "users"
        ],
        "summary": "Retrieve a user",
        "description": "One user with the ids of their snippets.",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": [
              "read"
            ]
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "description": "The user.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/User"
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "406": {
            "$ref": "#/components/responses/NotAcceptable"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/api-token-auth/": {
      "summary": "Obtain Auth Token",
      "x-name": "token",
      "x-requires": [
        "token"
      ],
      "x-mount": {
        "setting": "tokenPath",
        "prefix": "/api-token-auth/"
      },
      "x-permissions": [
        "AllowAny"
      ],
      "x-throttle-scope": "login",
      "post": {
        "operationId": "createToken",
        "x-idempotent": true,
        "x-max-body-bytes": 16384,
        "tags": [
          "authentication"
        ],
        "summary": "Obtain a token",
        "description": "Returns the token of the user with this name and password, the same one each time.",
        "security": [
          {},
          {
            "basic": []
          },
          {
            "session": []
          },
          {
            "token": []
          },
          {
            "oauth1": []
          },
          {
            "oauth2": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Credentials"
              }
            },
            "application/x-www-form-urlencoded": {
              "schema": {
                "$ref": "#/components/schemas/Credentials"
              }
            },
            "multipart/form-data": {
              "schema": {
                "$ref": "#/components/schemas/Credentials"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The token.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoStore"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AuthToken"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/oauth2/access_token/": {
      "summary": "OAuth 2.0 Access Token",
      "x-name": "oauth2:access_token",
      "x-requires": [
        "oauth2"
      ],
      "x-errors": "oauth2",
      "x-permissions": [
        "AllowAny"
      ],
      "x-throttle-scope": "login",
      "post": {
        "operationId": "createAccessToken",
        "x-max-body-bytes": 16384,
        "tags": [
          "authentication"
        ],
        "summary": "Obtain an OAuth 2.0 access token",
        "description": "The token endpoint of RFC 6749 with the grants `password` and `refresh_token`. The client authenticates itself\nin the form or by HTTP Basic. A refresh token works once. Using it again revokes all tokens of the same grant.\n",
        "security": [
          {},
          {
            "oauth2Client": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/x-www-form-urlencoded": {
              "schema": {
                "$ref": "#/components/schemas/AccessTokenRequest"
              },
              "example": {
                "grant_type": "password",
                "username": "alice",
                "password": "correct horse battery staple",
                "client_id": "editor",
                "client_secret": "s3cret"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The tokens.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoStore"
              },
              "Pragma": {
                "$ref": "#/components/headers/Pragma"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AccessToken"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/AccessTokenRefused"
          },
          "401": {
            "$ref": "#/components/responses/InvalidClient"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/api-auth/login/": {
      "summary": "Log in",
      "x-name": "rest_framework:login",
      "x-requires": [
        "session"
      ],
      "x-mount": {
        "setting": "loginPrefix",
        "prefix": "/api-auth/"
      },
      "x-csrf": true,
      "x-permissions": [
        "AllowAny"
      ],
      "x-throttle-scope": "login",
      "get": {
        "operationId": "showLogin",
        "tags": [
          "authentication"
        ],
        "summary": "Show the login form",
        "description": "A form for the user's name and password.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/Next"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/LoginPage"
          },
          "400": {
            "$ref": "#/components/responses/InvalidHost"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      },
      "post": {
        "operationId": "login",
        "x-max-body-bytes": 16384,
        "tags": [
          "authentication"
        ],
        "summary": "Log in",
        "description": "Starts a session. The form must contain the CSRF token of the page.",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/x-www-form-urlencoded": {
              "schema": {
                "$ref": "#/components/schemas/LoginForm"
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/LoginPage"
          },
          "302": {
            "$ref": "#/components/responses/SeeNext"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/api-auth/logout/": {
      "summary": "Log out",
      "x-name": "rest_framework:logout",
      "x-requires": [
        "session"
      ],
      "x-mount": {
        "setting": "loginPrefix",
        "prefix": "/api-auth/"
      },
      "x-csrf": true,
      "x-permissions": [
        "AllowAny"
      ],
      "x-throttle-scope": "api",
      "post": {
        "operationId": "logout",
        "x-max-body-bytes": 16384,
        "tags": [
          "authentication"
        ],
        "summary": "Log out",
        "description": "Ends the session. The form must contain the CSRF token of the page.",
        "security": [],
        "requestBody": {
          "required": false,
          "content": {
            "application/x-www-form-urlencoded": {
              "schema": {
                "$ref": "#/components/schemas/LogoutForm"
              }
            }
          }
        },
        "responses": {
          "302": {
            "$ref": "#/components/responses/SeeNext"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/openapi.json": {
      "summary": "OpenAPI Specification (JSON)",
      "x-name": "openapi:json",
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "getOpenapiJson",
        "tags": [
          "service"
        ],
        "summary": "Get this specification as JSON",
        "description": "The specification of this deployment, with its schemes, paths and server URL.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          }
        ],
        "responses": {
          "200": {
            "description": "The specification.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Access-Control-Allow-Origin": {
                "$ref": "#/components/headers/AnyOrigin"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Document"
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/DocumentNotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/openapi.yaml": {
      "summary": "OpenAPI Specification (YAML)",
      "x-name": "openapi:yaml",
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "getOpenapiYaml",
        "tags": [
          "service"
        ],
        "summary": "Get this specification as YAML",
        "description": "The specification of this deployment, with its schemes, paths and server URL.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          }
        ],
        "responses": {
          "200": {
            "description": "The specification.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Access-Control-Allow-Origin": {
                "$ref": "#/components/headers/AnyOrigin"
              }
            },
            "content": {
              "application/yaml": {
                "schema": {
                  "type": "string"
                },
                "example": "openapi: 3.0.3"
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/DocumentNotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/.well-known/api-catalog": {
      "summary": "API Catalog",
      "x-name": "api-catalog",
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "getApiCatalog",
        "tags": [
          "service"
        ],
        "summary": "Find the API of this host",
        "description": "The catalog of RFC 9727, as a set of links (RFC 9264).",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          }
        ],
        "responses": {
          "200": {
            "description": "Links to the specification, the explorer and the health check.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Link": {
                "description": "This catalog, and the profile that it follows.",
                "required": true,
                "schema": {
                  "type": "string"
                },
                "example": "</.well-known/api-catalog>; rel=\"api-catalog\", <https://www.rfc-editor.org/info/rfc9727>; rel=\"profile\""
              }
            },
            "content": {
              "application/linkset+json": {
                "schema": {
                  "$ref": "#/components/schemas/LinkSet"
                },
                "example": {
                  "linkset": [
                    {
                      "anchor": "/",
                      "service-desc": [
                        {
                          "href": "/openapi.json",
                          "type": "application/json"
                        }
                      ],
                      "service-doc": [
                        {
                          "href": "/docs/",
                          "type": "text/html"
                        }
                      ],
                      "status": [
                        {
                          "href": "/readyz",
                          "type": "application/json"
                        }
                      ]
                    }
                  ]
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/.well-known/security.txt": {
      "summary": "Security Contact",
      "x-name": "security-txt",
      "x-requires": [
        "securityContact"
      ],
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "getSecurityTxt",
        "tags": [
          "service"
        ],
        "summary": "Find out how to report a vulnerability",
        "description": "The file of RFC 9116, made from the deployment's settings.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/IfNoneMatch"
          }
        ],
        "responses": {
          "200": {
            "description": "Whom to tell about a vulnerability.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoCache"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              }
            },
            "content": {
              "text/plain": {
                "schema": {
                  "type": "string"
                },
                "example": "Contact: mailto:security@example.com\nExpires: 2027-06-01T00:00:00.000Z\n"
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/docs/": {
      "summary": "API Reference",
      "x-name": "docs",
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "showReference",
        "tags": [
          "service"
        ],
        "summary": "Read about the API",
        "description": "A page that shows every operation, with examples. It needs no script.",
        "security": [],
        "responses": {
          "200": {
            "description": "The page.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Content-Security-Policy": {
                "description": "The page loads only from this host.",
                "schema": {
                  "type": "string"
                },
                "example": "default-src 'self'"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoStore"
              }
            },
            "content": {
              "text/html": {
                "schema": {
                  "type": "string"
                },
                "example": "<!doctype html><title>API</title>"
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/InvalidHost"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/docs/try/": {
      "summary": "API Explorer",
      "x-name": "docs:try",
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "showExplorer",
        "tags": [
          "service"
        ],
        "summary": "Try requests",
        "description": "Swagger UI, which sends requests to this service.",
        "security": [],
        "responses": {
          "200": {
            "description": "The page.",
            "headers": {
              "Allow": {
                "$ref": "#/components/headers/Allow"
              },
              "Content-Security-Policy": {
                "description": "The page loads only from this host.",
                "schema": {
                  "type": "string"
                },
                "example": "default-src 'self'"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/NoStore"
              }
            },
            "content": {
              "text/html": {
                "schema": {
                  "type": "string"
                },
                "example": "<!doctype html><title>Try requests</title>"
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/InvalidHost"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/ServiceUnavailable"
          }
        }
      }
    },
    "/healthz": {
      "summary": "Liveness",
      "x-name": "health:live",
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "getLiveness",
        "tags": [
          "service"
        ],
        "summary": "Check that the process is alive",
        "description": "Succeeds as long as the process answers, even without the database.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Health"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/readyz": {
      "summary": "Readiness",
      "x-name": "health:ready",
      "x-permissions": [
        "AllowAny"
      ],
      "get": {
        "operationId": "getReadiness",
        "tags": [
          "service"
        ],
        "summary": "Check that the process can serve requests",
        "description": "Checks the store and the highlighter. An answer of 503 names the problems.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Ready"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          },
          "503": {
            "$ref": "#/components/responses/NotReady"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "The session of the login form; over HTTPS the cookie is named `__Host-sessionid`. Unsafe methods carry the CSRF token in `X-CSRFToken`."
      },
      "basic": {
        "type": "http",
        "scheme": "basic",
        "x-custom-alternatives": true,
        "description": "User name and password (RFC 7617). For tests, and only over HTTPS."
      },
      "token": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "The word `Token`, a space and the key: `Token 9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b`. Over HTTPS only."
      },
      "oauth1": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "A request signed as RFC 5849 says: `OAuth oauth_consumer_key=\"...\", ...`."
      },
      "oauth2": {
        "type": "oauth2",
        "description": "An access token in `Authorization` (RFC 6750). Over HTTPS only.",
        "flows": {
          "password": {
            "tokenUrl": "/oauth2/access_token/",
            "refreshUrl": "/oauth2/access_token/",
            "scopes": {
              "read": "Read snippets and users.",
              "write": "Create, replace and delete snippets."
            }
          }
        }
      },
      "oauth2Client": {
        "x-requires": [
          "oauth2"
        ],
        "type": "http",
        "scheme": "basic",
        "description": "The OAuth 2.0 client's id and secret (RFC 6749, 2.3.1)."
      }
    },
    "parameters": {
      "SnippetId": {
        "name": "id",
        "in": "path",
        "required": true,
        "description": "The snippet's id.",
        "schema": {
          "type": "integer",
          "format": "int64",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "example": 1
      },
      "UserId": {
        "name": "id",
        "in": "path",
        "required": true,
        "description": "The user's id.",
        "schema": {
          "type": "integer",
          "format": "int64",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "example": 1
      },
      "Format": {
        "name": "format",
        "in": "query",
        "description": "Selects one renderer. An unknown value is `404`; an empty one is ignored.",
        "allowEmptyValue": true,
        "schema": {
          "type": "string",
          "enum": [
            "json",
            "api"
          ]
        }
      },
      "Query": {
        "name": "q",
        "in": "query",
        "description": "Only snippets whose title and code contain all these words. A word of three or more characters also finds what\nbegins with it, and a part of a name counts as a word: `port`, `detectP` and `detect_port` find\n`autocannonDetectPort`, in capitals or small letters. In Chinese, Japanese and Korean every sequence of\ncharacters is found.\n",
        "schema": {
          "type": "string",
          "title": "Search",
          "maxLength": 100
        }
      },
      "OwnerFilter": {
        "name": "owner",
        "in": "query",
        "x-requires": [
          "ownership"
        ],
        "description": "Only snippets of the user with this name. Blank finds those of every user.",
        "schema": {
          "type": "string",
          "maxLength": 150
        }
      },
      "LanguageFilter": {
        "name": "language",
        "in": "query",
        "description": "Only snippets in this language. Blank finds every language.",
        "allowEmptyValue": true,
        "schema": {
          "$ref": "#/components/schemas/Language"
        }
      },
      "Order": {
        "name": "order",
        "in": "query",
        "description": "`created`: the oldest snippet first. `-created`: the newest first. The slices keep the order.",
        "schema": {
          "type": "string",
          "enum": [
            "created",
            "-created"
          ]
        }
      },
      "Limit": {
        "name": "limit",
        "in": "query",
        "description": "The largest number of snippets, at most 50 on a page. `Link` leads to the next slice.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000
        }
      },
      "After": {
        "name": "after",
        "in": "query",
        "description": "Where the slice begins. An opaque value from a `Link` header.",
        "schema": {
          "type": "string",
          "pattern": "^[0-9]{1,16}$"
        }
      },
      "Embed": {
        "name": "embed",
        "in": "query",
        "description": "Lets the pages of other hosts show the HTML in a frame, if the operator allows it for their origins.",
        "schema": {
          "type": "string",
          "pattern": "^(true)?$"
        }
      },
      "Detect": {
        "name": "detect",
        "in": "query",
        "description": "Shows the code in the language that its title names as a file name (`main.rs`), or else in the one that it\nclearly looks like, or else as plain text, instead of the given `language`.\n",
        "schema": {
          "type": "string",
          "enum": [
            "true"
          ]
        }
      },
      "Next": {
        "name": "next",
        "in": "query",
        "description": "The path on this host to go to after the login.",
        "schema": {
          "type": "string",
          "maxLength": 2000
        }
      },
      "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "Do it only if the resource still has this `ETag` (RFC 9110, 13.1.1).",
        "schema": {
          "type": "string",
          "maxLength": 2000
        },
        "example": "*"
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Safe to retry: the same key never creates twice, as long as what it created exists. A retry of the same request\nis answered with that resource as it is now. Use a new random value, such as a UUID, for each new resource.\n",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[!-~]+$"
        }
      },
      "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "Answer only if the resource no longer has this `ETag` (RFC 9110, 13.1.2).",
        "schema": {
          "type": "string",
          "maxLength": 2000
        },
        "example": "\"0\""
      }
    },
    "headers": {
      "Allow": {
        "description": "The methods of this path (RFC 9110, 10.2.1).",
        "required": true,
        "schema": {
          "type": "string"
        },
        "example": "GET, POST, HEAD, OPTIONS"
      },
      "ETag": {
        "description": "The version of the representation (RFC 9110, 8.8.3).",
        "required": true,
        "schema": {
          "type": "string",
          "pattern": "^(W/)?\"[^\"]*\"$"
        },
        "example": "\"1\""
      },
      "Location": {
        "description": "The path of the new snippet.",
        "required": true,
        "schema": {
          "type": "string",
          "pattern": "^/snippets/[0-9]+/$"
        },
        "example": "/snippets/1/"
      },
      "RedirectLocation": {
        "description": "Where to go next.",
        "required": true,
        "schema": {
          "type": "string",
          "pattern": "^/"
        },
        "example": "/snippets/"
      },
      "Link": {
        "description": "A link to the next slice, if there is one (RFC 8288). Pages also link to the previous one (`prev`).",
        "schema": {
          "type": "string"
        },
        "example": "</snippets/?limit=50&after=1>; rel=\"next\""
      },
      "RetryAfter": {
        "description": "Seconds to wait before the next try (RFC 9110, 10.2.3).",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 0
        },
        "example": 2
      },
      "IdempotencyReplayed": {
        "description": "Present when an earlier request with the same `Idempotency-Key` created what is answered.",
        "schema": {
          "type": "string",
          "enum": [
            "true"
          ]
        },
        "example": "true"
      },
      "WWWAuthenticate": {
        "description": "The challenge of the first configured scheme (RFC 9110, 11.6.1).",
        "required": true,
        "schema": {
          "type": "string"
        },
        "example": "Basic realm=\"api\""
      },
      "NoCache": {
        "description": "The answer may be kept, and must be compared with the service by its `ETag` before each use. `private` when the\nrequest had credentials: only its sender may keep the answer.\n",
        "required": true,
        "schema": {
          "type": "string",
          "enum": [
            "no-cache",
            "private, no-cache"
          ]
        },
        "example": "no-cache"
      },
      "NoStore": {
        "description": "The answer must not be kept.",
        "required": true,
        "schema": {
          "type": "string",
          "enum": [
            "no-store"
          ]
        },
        "example": "no-store"
      },
      "Pragma": {
        "description": "The same for HTTP/1.0 caches (RFC 6749, 5.1).",
        "required": true,
        "schema": {
          "type": "string"
        },
        "example": "no-cache"
      },
      "AnyOrigin": {
        "description": "Scripts of every origin may read the answer.",
        "required": true,
        "schema": {
          "type": "string",
          "enum": [
            "*"
          ]
        },
        "example": "*"
      }
    },
    "requestBodies": {
      "SnippetBody": {
        "required": true,
        "description": "The snippet, as JSON or as a form.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/SnippetInput"
            }
          },
          "application/x-www-form-urlencoded": {
            "schema": {
              "$ref": "#/components/schemas/SnippetForm"
            }
          },
          "multipart/form-data": {
            "schema": {
              "$ref": "#/components/schemas/SnippetForm"
            }
          }
        }
      }
    },
    "responses": {
      "ReadSnippet": {
        "description": "The snippet.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoCache"
          },
          "ETag": {
            "$ref": "#/components/headers/ETag"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Snippet"
            }
          }
        }
      },
      "ReplacedSnippet": {
        "description": "The snippet as it is now.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "ETag": {
            "$ref": "#/components/headers/ETag"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Snippet"
            }
          }
        }
      },
      "Description": {
        "description": "The name of the resource and the media types that it renders and parses.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ResourceDescription"
            },
            "example": {
              "name": "Snippet List",
              "description": "List the snippets",
              "renders": [
                "application/json"
              ],
              "parses": [
                "application/json"
              ]
            }
          }
        }
      },
      "Health": {
        "description": "The check succeeded.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Health"
            }
          }
        }
      },
      "Ready": {
        "description": "Every check has passed.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Readiness"
            }
          }
        }
      },
      "NotReady": {
        "description": "A check has failed, or the service cannot answer at all.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ReadinessError"
            },
            "example": {
              "detail": "The service is not ready.",
              "checks": {
                "service": "ok",
                "store": "The file of the store cannot be read.",
                "highlighter": "ok"
              }
            }
          }
        }
      },
      "LoginPage": {
        "x-requires": [
          "session"
        ],
        "description": "The form, with an error message if the login failed.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "Content-Security-Policy": {
            "description": "The page loads only from this host.",
            "schema": {
              "type": "string"
            },
            "example": "default-src 'self'"
          }
        },
        "content": {
          "text/html": {
            "schema": {
              "type": "string"
            },
            "example": "<!doctype html><title>Log in</title>"
          }
        }
      },
      "SeeNext": {
        "description": "Go to `Location`.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Location": {
            "$ref": "#/components/headers/RedirectLocation"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        }
      },
      "Redirect": {
        "description": "The same path with its last slash.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "Location": {
            "$ref": "#/components/headers/RedirectLocation"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "This path ends with a slash: /snippets/"
            }
          }
        }
      },
      "NotModified": {
        "description": "The client's copy is up to date.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoCache"
          },
          "ETag": {
            "$ref": "#/components/headers/ETag"
          }
        }
      },
      "DocumentNotModified": {
        "description": "The client's copy is up to date.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoCache"
          },
          "ETag": {
            "$ref": "#/components/headers/ETag"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AnyOrigin"
          }
        }
      },
      "BadRequest": {
        "description": "The request cannot be parsed or is not valid. The errors of each field are listed by its name.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/InvalidInput"
            },
            "example": {
              "detail": "Invalid input.",
              "code": [
                "This field is required."
              ]
            }
          }
        }
      },
      "InvalidHost": {
        "description": "The `Host` is not this service's.",
        "headers": {
          "Allow": {
            "description": "The methods of this path, if it exists.",
            "schema": {
              "type": "string"
            },
            "example": "GET, PUT, DELETE, HEAD, OPTIONS"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Invalid Host header."
            }
          }
        }
      },
      "Unauthorized": {
        "description": "Credentials are missing or wrong, and the first scheme has a challenge.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WWWAuthenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Authentication credentials were not provided."
            }
          }
        }
      },
      "Forbidden": {
        "description": "The user may not do this, has reached a limit of the deployment, or credentials are missing or wrong and the\nfirst scheme has no challenge.\n",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "You do not have permission to perform this action."
            }
          }
        }
      },
      "NotFound": {
        "description": "The resource, or the format of it, does not exist.",
        "headers": {
          "Allow": {
            "description": "The methods of this path, if it exists.",
            "schema": {
              "type": "string"
            },
            "example": "GET, PUT, DELETE, HEAD, OPTIONS"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            }
          }
        }
      },
      "MethodNotAllowed": {
        "description": "The path does not have this method.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Method 'PATCH' not allowed."
            }
          }
        }
      },
      "NotAcceptable": {
        "description": "The path cannot answer with a media type that `Accept` asks for.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Could not satisfy the request Accept header."
            }
          }
        }
      },
      "IdempotencyKeyReused": {
        "description": "The `Idempotency-Key` belongs to another request.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "This Idempotency-Key was used for another request."
            }
          }
        }
      },
      "PreconditionFailed": {
        "description": "The resource has changed since the version in `If-Match`.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "The resource has changed: its ETag does not match If-Match."
            }
          }
        }
      },
      "PayloadTooLarge": {
        "description": "The body is larger than the operation needs, or than the deployment allows.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Request body is too large: at most 16384 bytes."
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "The service cannot read this content type, or a content coding.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Unsupported media type \"text/plain\" in request."
            }
          }
        }
      },
      "TooManyRequests": {
        "description": "Too many requests in a short time.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Request was throttled. Expected available in 12 seconds."
            }
          }
        }
      },
      "InternalServerError": {
        "description": "The service failed. The log has the details.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "A server error occurred."
            }
          }
        }
      },
      "ServiceUnavailable": {
        "description": "The service cannot answer now: the database or the highlighter does not answer, or too much waits. A write may\nstill have been done. PUT and DELETE can be repeated; repeat a POST with the same `Idempotency-Key`, so that\nnothing is created twice.\n",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "detail": "Service temporarily unavailable, try again later."
            }
          }
        }
      },
      "AccessTokenRefused": {
        "x-requires": [
          "oauth2"
        ],
        "description": "The grant is refused (RFC 6749, 5.2).",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "Pragma": {
            "$ref": "#/components/headers/Pragma"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/AccessTokenError"
            }
          }
        }
      },
      "InvalidClient": {
        "x-requires": [
          "oauth2"
        ],
        "description": "The client is unknown or its secret is wrong (RFC 6749, 5.2).",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/NoStore"
          },
          "Pragma": {
            "$ref": "#/components/headers/Pragma"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WWWAuthenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/AccessTokenError"
            },
            "example": {
              "error": "invalid_client",
              "error_description": "Invalid client: client is invalid",
              "detail": "Invalid client: client is invalid"
            }
          }
        }
      }
    },
    "schemas": {
      "Root": {
        "type": "object",
        "description": "Where each collection and the documentation are, as paths on this host.",
        "required": [
          "snippets",
          "docs",
          "openapi"
        ],
        "properties": {
          "snippets": {
            "type": "string",
            "description": "The list of snippets.",
            "enum": [
              "/snippets/"
            ]
          },
          "users": {
            "type": "string",
            "description": "The list of users; absent when ownership is off.",
            "enum": [
              "/users/"
            ],
            "x-requires": [
              "ownership"
            ]
          },
          "docs": {
            "type": "string",
            "description": "The API explorer.",
            "enum": [
              "/docs/"
            ]
          },
          "openapi": {
            "type": "string",
            "description": "This specification as JSON.",
            "enum": [
              "/openapi.json"
            ]
          }
        }
      },
      "Snippet": {
        "type": "object",
        "description": "The public representation of a snippet.",
        "required": [
          "id",
          "owner",
          "title",
          "code",
          "linenos",
          "language",
          "style"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "Identifies the snippet. An id is never used again.",
            "example": 1
          },
          "owner": {
            "type": "string",
            "description": "The owner's user name.",
            "default": "",
            "x-requires": [
              "ownership"
            ],
            "example": "alice"
          },
          "title": {
            "type": "string",
            "maxLength": 100,
            "description": "The name of the snippet; may be blank.",
            "example": "Greeting"
          },
          "code": {
            "type": "string",
            "maxLength": 100000,
            "description": "The source code, as it was sent.",
            "example": "print(\"hello\")"
          },
          "linenos": {
            "type": "boolean",
            "description": "Whether the highlighted code has line numbers.",
            "example": false
          },
          "language": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Language"
              }
            ],
            "description": "The language of the code.",
            "example": "python"
          },
          "style": {
            "$ref": "#/components/schemas/Style"
          }
        },
        "additionalProperties": false
      },
      "SnippetInput": {
        "type": "object",
        "description": "The writable fields of a snippet. Other members are ignored.",
        "required": [
          "code"
        ],
        "properties": {
          "title": {
            "type": "string",
            "description": "The name of the snippet; may be blank.",
            "example": "Greeting",
            "maxLength": 100,
            "default": "",
            "x-search": true,
            "pattern": "^[^\\u0000]*$",
            "format": "well-formed"
          },
          "code": {
            "type": "string",
            "description": "The source code, kept byte for byte. White space alone is not enough.",
            "example": "print(\"hello\")",
            "maxLength": 100000,
            "x-search": true,
            "pattern": "^[ \\t\\r\\n]*[^ \\t\\r\\n\\u0000][^\\u0000]*$",
            "format": "well-formed"
          },
          "linenos": {
            "type": "boolean",
            "title": "Line numbers",
            "description": "Whether the highlighted code has line numbers.",
            "example": false,
            "default": false
          },
          "language": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Language"
              }
            ],
            "description": "The language of the code.",
            "example": "python",
            "default": "python",
            "x-filter": true
          },
          "style": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Style"
              }
            ],
            "description": "The colours of the highlighted code.",
            "example": "friendly",
            "default": "friendly"
          }
        }
      },
      "SnippetForm": {
        "type": "object",
        "description": "The same fields as a form sends them. Every value is text, and a blank choice counts as not given.",
        "required": [
          "code"
        ],
        "properties": {
          "title": {
            "type": "string",
            "description": "The name of the snippet; may be blank.",
            "example": "Greeting",
            "maxLength": 100,
            "pattern": "^[^\\u0000]*$",
            "format": "well-formed"
          },
          "code": {
            "type": "string",
            "description": "The source code, kept byte for byte. White space alone is not enough.",
            "example": "print(\"hello\")",
            "maxLength": 100000,
            "pattern": "^[ \\t\\r\\n]*[^ \\t\\r\\n\\u0000][^\\u0000]*$",
            "format": "well-formed"
          },
          "linenos": {
            "type": "string",
            "description": "Whether the highlighted code has line numbers. A checkbox: blank or absent is no.",
            "example": "on",
            "pattern": "^([Tt]|[Tt][Rr][Uu][Ee]|[Yy]|[Yy][Ee][Ss]|[Oo][Nn]|1|[Ff]|[Ff][Aa][Ll][Ss][Ee]|[Nn]|[Nn][Oo]|[Oo][Ff][Ff]|0|)$"
          },
          "language": {
            "description": "The language of the code. Blank is the default.",
            "example": "python",
            "allOf": [
              {
                "$ref": "#/components/schemas/LanguageOrBlank"
              }
            ]
          },
          "style": {
            "description": "The colours of the highlighted code. Blank is the default.",
            "example": "friendly",
            "allOf": [
              {
                "$ref": "#/components/schemas/StyleOrBlank"
              }
            ]
          }
        }
      },
      "LanguageOrBlank": {
        "x-or-blank": "Language",
        "type": "string",
        "description": "A language, or nothing.",
        "example": "python",
        "maxLength": 100
      },
      "StyleOrBlank": {
        "x-or-blank": "Style",
        "type": "string",
        "description": "A style, or nothing.",
        "example": "friendly",
        "maxLength": 100
      },
      "User": {
        "x-requires": [
          "ownership"
        ],
        "type": "object",
        "description": "A user and their snippets.",
        "required": [
          "id",
          "username",
          "snippets"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "Identifies the user.",
            "example": 1
          },
          "username": {
            "type": "string",
            "description": "The name that the user logs in with.",
            "example": "alice"
          },
          "snippets": {
            "type": "array",
            "description": "The ids of the user's snippets in ascending order.",
            "example": [
              1,
              3
            ],
            "items": {
              "type": "integer",
              "format": "int64",
              "minimum": 1,
              "maximum": 9007199254740991
            }
          }
        },
        "additionalProperties": false
      },
      "Credentials": {
        "x-requires": [
          "token"
        ],
        "type": "object",
        "description": "A user's name and password.",
        "required": [
          "username",
          "password"
        ],
        "properties": {
          "username": {
            "type": "string",
            "description": "The name of the user. White space around it is ignored.",
            "example": "alice",
            "maxLength": 150,
            "pattern": "^\\s*[^\\s\\u0000][^\\u0000]*$",
            "format": "well-formed"
          },
          "password": {
            "type": "string",
            "description": "The password of the user, byte for byte.",
            "example": "correct horse battery staple",
            "maxLength": 1024,
            "format": "well-formed",
            "pattern": "^[^\\u0000]+$"
          }
        }
      },
      "AuthToken": {
        "x-requires": [
          "token"
        ],
        "type": "object",
        "description": "The key for `Authorization`.",
        "required": [
          "token"
        ],
        "properties": {
          "token": {
            "type": "string",
            "description": "The key; it goes into `Authorization: Token <key>`.",
            "example": "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b"
          }
        },
        "additionalProperties": false
      },
      "AccessTokenRequest": {
        "x-requires": [
          "oauth2"
        ],
        "type": "object",
        "description": "The request parameters of RFC 6749, 4.3.2 and 6.",
        "required": [
          "grant_type"
        ],
        "properties": {
          "grant_type": {
            "type": "string",
            "maxLength": 100,
            "description": "`password` or `refresh_token`.",
            "example": "password"
          },
          "client_id": {
            "type": "string",
            "maxLength": 200,
            "description": "The client's id, with `client_secret`, unless the client authenticates by HTTP Basic.",
            "example": "editor"
          },
          "client_secret": {
            "type": "string",
            "maxLength": 200,
            "format": "password",
            "description": "The client's secret.",
            "example": "s3cret"
          },
          "username": {
            "type": "string",
            "maxLength": 150,
            "description": "The user's name, for the grant `password`.",
            "example": "alice"
          },
          "password": {
            "type": "string",
            "maxLength": 1024,
            "format": "password",
            "description": "The user's password, for the grant `password`.",
            "example": "correct horse battery staple"
          },
          "refresh_token": {
            "type": "string",
            "maxLength": 200,
            "description": "The token of an earlier answer, for the grant `refresh_token`. It can be used once.",
            "example": "tGzv3JOkF0XG5Qx2TlKWIA"
          },
          "scope": {
            "type": "string",
            "maxLength": 200,
            "description": "`read`, `write`, or both with one space between them (default). A refresh may ask for fewer.",
            "example": "read write"
          }
        }
      },
      "AccessToken": {
        "x-requires": [
          "oauth2"
        ],
        "type": "object",
        "description": "The answer of RFC 6749, 5.1.",
        "required": [
          "access_token",
          "token_type",
          "scope",
          "expires_in",
          "refresh_token"
        ],
        "properties": {
          "access_token": {
            "type": "string",
            "description": "The token; it goes into `Authorization: Bearer <token>`.",
            "example": "2YotnFZFEjr1zCsicMWpAA"
          },
          "token_type": {
            "type": "string",
            "enum": [
              "Bearer"
            ],
            "description": "How the token is used (RFC 6750).",
            "example": "Bearer"
          },
          "scope": {
            "type": "string",
            "description": "What the token may do.",
            "example": "read write"
          },
          "expires_in": {
            "type": "integer",
            "description": "Seconds until the token expires.",
            "example": 3600
          },
          "refresh_token": {
            "type": "string",
            "description": "Gets the next token; good once.",
            "example": "tGzv3JOkF0XG5Qx2TlKWIA"
          }
        }
      },
      "AccessTokenError": {
        "x-requires": [
          "oauth2"
        ],
        "type": "object",
        "description": "The error of RFC 6749, 5.2, with the `detail` of every error here.",
        "required": [
          "error",
          "error_description",
          "detail"
        ],
        "properties": {
          "error": {
            "type": "string",
            "description": "The situation, by its code in RFC 6749, 5.2.",
            "example": "invalid_grant",
            "enum": [
              "invalid_request",
              "invalid_client",
              "invalid_grant",
              "unauthorized_client",
              "unsupported_grant_type",
              "invalid_scope"
            ]
          },
          "error_description": {
            "type": "string",
            "description": "What is wrong, in one sentence of ASCII.",
            "example": "Invalid grant: user credentials are invalid",
            "pattern": "^[\\u0020-\\u0021\\u0023-\\u005b\\u005d-\\u007e]*$"
          },
          "detail": {
            "type": "string",
            "description": "The same as `error_description`.",
            "example": "Invalid grant: user credentials are invalid"
          }
        }
      },
      "LoginForm": {
        "x-requires": [
          "session"
        ],
        "type": "object",
        "description": "The login form.",
        "properties": {
          "username": {
            "type": "string",
            "maxLength": 150,
            "description": "The user's name.",
            "example": "alice"
          },
          "password": {
            "type": "string",
            "maxLength": 1024,
            "format": "password",
            "description": "The user's password.",
            "example": "correct horse battery staple"
          },
          "next": {
            "type": "string",
            "maxLength": 2000,
            "description": "The path on this host to go to afterwards.",
            "example": "/snippets/"
          },
          "csrfmiddlewaretoken": {
            "type": "string",
            "maxLength": 200,
            "description": "The CSRF token of the page.",
            "example": "5b8c"
          }
        }
      },
      "LogoutForm": {
        "x-requires": [
          "session"
        ],
        "type": "object",
        "description": "The logout form. The CSRF token may come in `X-CSRFToken` instead.",
        "properties": {
          "next": {
            "type": "string",
            "maxLength": 2000,
            "description": "The path on this host to go to afterwards.",
            "example": "/snippets/"
          },
          "csrfmiddlewaretoken": {
            "type": "string",
            "maxLength": 200,
            "description": "The CSRF token of the page.",
            "example": "5b8c"
          }
        }
      },
      "Document": {
        "type": "object",
        "description": "An OpenAPI specification.",
        "required": [
          "openapi",
          "info",
          "paths"
        ],
        "properties": {
          "openapi": {
            "type": "string",
            "description": "The version of OpenAPI.",
            "example": "3.0.3"
          },
          "info": {
            "type": "object",
            "description": "What the document is about.",
            "example": {
              "title": "Snippet Store",
              "version": "1.0.0"
            }
          },
          "paths": {
            "type": "object",
            "description": "The operations by path and method.",
            "example": {}
          }
        }
      },
      "LinkSet": {
        "type": "object",
        "description": "The APIs of this host, as a set of links (RFC 9727, RFC 9264).",
        "required": [
          "linkset"
        ],
        "properties": {
          "linkset": {
            "type": "array",
            "description": "One entry for each API.",
            "items": {
              "$ref": "#/components/schemas/ApiLinks"
            },
            "example": [
              {
                "anchor": "/",
                "service-desc": [
                  {
                    "href": "/openapi.json"
                  }
                ],
                "service-doc": [
                  {
                    "href": "/docs/"
                  }
                ],
                "status": [
                  {
                    "href": "/readyz"
                  }
                ]
              }
            ]
          }
        },
        "additionalProperties": false
      },
      "ApiLinks": {
        "type": "object",
        "required": [
          "anchor",
          "service-desc",
          "service-doc",
          "status"
        ],
        "description": "Where an API is described (RFC 8631), and whether it is ready.",
        "properties": {
          "anchor": {
            "type": "string",
            "description": "The root of the API.",
            "example": "/"
          },
          "service-desc": {
            "$ref": "#/components/schemas/LinkTargets"
          },
          "service-doc": {
            "$ref": "#/components/schemas/LinkTargets"
          },
          "status": {
            "$ref": "#/components/schemas/LinkTargets"
          }
        },
        "additionalProperties": false
      },
      "LinkTargets": {
        "type": "array",
        "description": "The targets of one relation.",
        "example": [
          {
            "href": "/openapi.json",
            "type": "application/json"
          }
        ],
        "items": {
          "type": "object",
          "required": [
            "href"
          ],
          "properties": {
            "href": {
              "type": "string",
              "description": "The URL.",
              "example": "/openapi.json"
            },
            "type": {
              "type": "string",
              "description": "The media type.",
              "example": "application/json"
            }
          },
          "additionalProperties": false
        }
      },
      "Health": {
        "type": "object",
        "description": "A sign of life.",
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "ok"
            ],
            "description": "All is well.",
            "example": "ok"
          }
        }
      },
      "Readiness": {
        "type": "object",
        "description": "The service can do its work.",
        "required": [
          "status",
          "checks"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "ok"
            ],
            "description": "All is well.",
            "example": "ok"
          },
          "checks": {
            "$ref": "#/components/schemas/ReadinessChecks"
          }
        }
      },
      "ReadinessError": {
        "type": "object",
        "description": "What keeps the service from its work.",
        "required": [
          "detail"
        ],
        "properties": {
          "detail": {
            "type": "string",
            "description": "What is wrong, in one sentence.",
            "example": "The service is not ready."
          },
          "checks": {
            "$ref": "#/components/schemas/ReadinessChecks"
          }
        }
      },
      "ReadinessChecks": {
        "type": "object",
        "description": "The word `ok`, or what is wrong, by the name of the check.",
        "additionalProperties": {
          "type": "string"
        },
        "example": {
          "service": "ok",
          "store": "ok",
          "highlighter": "ok"
        }
      },
      "ErrorBody": {
        "type": "object",
        "description": "Every error has a `detail`.",
        "required": [
          "detail"
        ],
        "properties": {
          "detail": {
            "type": "string",
            "description": "What is wrong, in one sentence.",
            "example": "Not found."
          }
        }
      },
      "InvalidInput": {
        "type": "object",
        "description": "The errors by field. Errors that belong to no field are under `non_field_errors`. A deployment's own rules may add\nmembers that are not listed here.\n",
        "required": [
          "detail"
        ],
        "properties": {
          "detail": {
            "type": "string",
            "description": "What is wrong, in one sentence.",
            "example": "Invalid input."
          },
          "non_field_errors": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "title": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "code": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "linenos": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "language": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "style": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "q": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "limit": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "after": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "order": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "username": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "password": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "embed": {
            "$ref": "#/components/schemas/FieldErrors"
          },
          "detect": {
            "$ref": "#/components/schemas/FieldErrors"
          }
        }
      },
      "FieldErrors": {
        "type": "array",
        "description": "What is wrong with one field, one sentence for each rule that it breaks.",
        "items": {
          "type": "string"
        },
        "example": [
          "This field is required."
        ]
      },
      "ResourceDescription": {
        "type": "object",
        "description": "The answer to `OPTIONS`.",
        "required": [
          "name",
          "description",
          "renders",
          "parses"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "What the resource is called.",
            "example": "Snippet List"
          },
          "description": {
            "type": "string",
            "description": "What can be done with it.",
            "example": "List the snippets"
          },
          "renders": {
            "type": "array",
            "description": "The media types of its answers.",
            "items": {
              "type": "string"
            },
            "example": [
              "application/json",
              "text/html"
            ]
          },
          "parses": {
            "type": "array",
            "description": "The media types of bodies that it reads.",
            "items": {
              "type": "string"
            },
            "example": [
              "application/json",
              "application/x-www-form-urlencoded",
              "multipart/form-data"
            ]
          },
          "actions": {
            "type": "object",
            "description": "The fields that the user may send, by method.",
            "example": {
              "POST": {
                "code": {
                  "type": "string",
                  "required": true,
                  "read_only": false,
                  "label": "Code"
                }
              }
            },
            "additionalProperties": {
              "type": "object",
              "additionalProperties": {
                "$ref": "#/components/schemas/FieldDescription"
              }
            }
          }
        }
      },
      "FieldDescription": {
        "type": "object",
        "description": "One field of a body.",
        "required": [
          "type",
          "required",
          "read_only",
          "label"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "integer",
              "field",
              "string",
              "boolean",
              "choice"
            ],
            "description": "What kind of value it takes.",
            "example": "string"
          },
          "required": {
            "type": "boolean",
            "description": "Whether it must be there.",
            "example": true
          },
          "read_only": {
            "type": "boolean",
            "description": "Whether the service sets it, and ignores what is sent.",
            "example": false
          },
          "label": {
            "type": "string",
            "description": "What a person calls it.",
            "example": "Code"
          },
          "max_length": {
            "type": "integer",
            "description": "The longest text in code points.",
            "example": 100000
          },
          "choices": {
            "type": "array",
            "description": "The values to choose from.",
            "example": [
              {
                "value": "python",
                "display_name": "python"
              }
            ],
            "items": {
              "type": "object",
              "description": "One value.",
              "required": [
                "value",
                "display_name"
              ],
              "properties": {
                "value": {
                  "type": "string",
                  "description": "What is sent.",
                  "example": "python"
                },
                "display_name": {
                  "type": "string",
                  "description": "What a person reads.",
                  "example": "python"
                }
              }
            }
          }
        }
      },
      "Language": {
        "type": "string",
        "x-agent-tool": "list_languages",
        "description": "The languages of the highlighter, by their canonical names.",
        "maxLength": 100,
        "enum": [
          "1c",
          "abnf",
          "accesslog",
          "actionscript",
          "ada",
          "angelscript",
          "apache",
          "applescript",
          "arcade",
          "arduino",
          "armasm",
          "asciidoc",
          "aspectj",
          "autohotkey",
          "autoit",
          "avrasm",
          "awk",
          "axapta",
          "bash",
          "basic",
          "bnf",
          "brainfuck",
          "c",
          "cal",
          "capnproto",
          "ceylon",
          "clean",
          "clojure",
          "clojure-repl",
          "cmake",
          "coffeescript",
          "coq",
          "cos",
          "cpp",
          "crmsh",
          "crystal",
          "csharp",
          "csp",
          "css",
          "d",
          "dart",
          "delphi",
          "diff",
          "django",
          "dns",
          "dockerfile",
          "dos",
          "dsconfig",
          "dts",
          "dust",
          "ebnf",
          "elixir",
          "elm",
          "erb",
          "erlang",
          "erlang-repl",
          "excel",
          "fix",
          "flix",
          "fortran",
          "freedesktop",
          "fsharp",
          "gams",
          "gauss",
          "gcode",
          "gherkin",
          "glsl",
          "gml",
          "go",
          "golo",
          "gradle",
          "graphql",
          "groovy",
          "haml",
          "handlebars",
          "haskell",
          "haxe",
          "hsp",
          "http",
          "hy",
          "inform7",
          "ini",
          "irpf90",
          "isbl",
          "java",
          "javascript",
          "jboss-cli",
          "json",
          "julia",
          "julia-repl",
          "kotlin",
          "lasso",
          "latex",
          "ldif",
          "leaf",
          "less",
          "lisp",
          "livecodeserver",
          "livescript",
          "llvm",
          "lsl",
          "lua",
          "makefile",
          "markdown",
          "mathematica",
          "matlab",
          "maxima",
          "mel",
          "mercury",
          "mipsasm",
          "mizar",
          "mojolicious",
          "monkey",
          "moonscript",
          "n1ql",
          "nestedtext",
          "nginx",
          "nim",
          "nix",
          "node-repl",
          "nsis",
          "objectivec",
          "ocaml",
          "openscad",
          "oxygene",
          "parser3",
          "perl",
          "pf",
          "pgsql",
          "php",
          "php-template",
          "plaintext",
          "pony",
          "powershell",
          "processing",
          "profile",
          "prolog",
          "properties",
          "protobuf",
          "puppet",
          "purebasic",
          "python",
          "python-repl",
          "q",
          "qml",
          "r",
          "reasonml",
          "rib",
          "roboconf",
          "routeros",
          "rsl",
          "ruby",
          "ruleslanguage",
          "rust",
          "sas",
          "scala",
          "scheme",
          "scilab",
          "scss",
          "shell",
          "smali",
          "smalltalk",
          "sml",
          "sqf",
          "sql",
          "stan",
          "stata",
          "step21",
          "stylus",
          "subunit",
          "swift",
          "taggerscript",
          "tap",
          "tcl",
          "thrift",
          "tp",
          "twig",
          "typescript",
          "vala",
          "vbnet",
          "vbscript",
          "vbscript-html",
          "verilog",
          "vhdl",
          "vim",
          "wasm",
          "wren",
          "x86asm",
          "xl",
          "xml",
          "xquery",
          "yaml",
          "zephir"
        ]
      },
      "Style": {
        "type": "string",
        "description": "The styles of the highlighter, and `friendly`.",
        "example": "friendly",
        "maxLength": 100,
        "enum": [
          "1c-light",
          "a11y-dark",
          "a11y-light",
          "agate",
          "an-old-hope",
          "androidstudio",
          "arduino-light",
          "arta",
          "ascetic",
          "atom-one-dark",
          "atom-one-dark-reasonable",
          "atom-one-light",
          "base16/3024",
          "base16/apathy",
          "base16/apprentice",
          "base16/ashes",
          "base16/atelier-cave",
          "base16/atelier-cave-light",
          "base16/atelier-dune",
          "base16/atelier-dune-light",
          "base16/atelier-estuary",
          "base16/atelier-estuary-light",
          "base16/atelier-forest",
          "base16/atelier-forest-light",
          "base16/atelier-heath",
          "base16/atelier-heath-light",
          "base16/atelier-lakeside",
          "base16/atelier-lakeside-light",
          "base16/atelier-plateau",
          "base16/atelier-plateau-light",
          "base16/atelier-savanna",
          "base16/atelier-savanna-light",
          "base16/atelier-seaside",
          "base16/atelier-seaside-light",
          "base16/atelier-sulphurpool",
          "base16/atelier-sulphurpool-light",
          "base16/atlas",
          "base16/bespin",
          "base16/black-metal",
          "base16/black-metal-bathory",
          "base16/black-metal-burzum",
          "base16/black-metal-dark-funeral",
          "base16/black-metal-gorgoroth",
          "base16/black-metal-immortal",
          "base16/black-metal-khold",
          "base16/black-metal-marduk",
          "base16/black-metal-mayhem",
          "base16/black-metal-nile",
          "base16/black-metal-venom",
          "base16/brewer",
          "base16/bright",
          "base16/brogrammer",
          "base16/brush-trees",
          "base16/brush-trees-dark",
          "base16/chalk",
          "base16/circus",
          "base16/classic-dark",
          "base16/classic-light",
          "base16/codeschool",
          "base16/colors",
          "base16/cupcake",
          "base16/cupertino",
          "base16/danqing",
          "base16/darcula",
          "base16/dark-violet",
          "base16/darkmoss",
          "base16/darktooth",
          "base16/decaf",
          "base16/default-dark",
          "base16/default-light",
          "base16/dirtysea",
          "base16/dracula",
          "base16/edge-dark",
          "base16/edge-light",
          "base16/eighties",
          "base16/embers",
          "base16/equilibrium-dark",
          "base16/equilibrium-gray-dark",
          "base16/equilibrium-gray-light",
          "base16/equilibrium-light",
          "base16/espresso",
          "base16/eva",
          "base16/eva-dim",
          "base16/flat",
          "base16/framer",
          "base16/fruit-soda",
          "base16/gigavolt",
          "base16/github",
          "base16/google-dark",
          "base16/google-light",
          "base16/grayscale-dark",
          "base16/grayscale-light",
          "base16/green-screen",
          "base16/gruvbox-dark-hard",
          "base16/gruvbox-dark-medium",
          "base16/gruvbox-dark-pale",
          "base16/gruvbox-dark-soft",
          "base16/gruvbox-light-hard",
          "base16/gruvbox-light-medium",
          "base16/gruvbox-light-soft",
          "base16/hardcore",
          "base16/harmonic16-dark",
          "base16/harmonic16-light",
          "base16/heetch-dark",
          "base16/heetch-light",
          "base16/helios",
          "base16/hopscotch",
          "base16/horizon-dark",
          "base16/horizon-light",
          "base16/humanoid-dark",
          "base16/humanoid-light",
          "base16/ia-dark",
          "base16/ia-light",
          "base16/icy-dark",
          "base16/ir-black",
          "base16/isotope",
          "base16/kimber",
          "base16/london-tube",
          "base16/macintosh",
          "base16/marrakesh",
          "base16/materia",
          "base16/material",
          "base16/material-darker",
          "base16/material-lighter",
          "base16/material-palenight",
          "base16/material-vivid",
          "base16/mellow-purple",
          "base16/mexico-light",
          "base16/mocha",
          "base16/monokai",
          "base16/nebula",
          "base16/nord",
          "base16/nova",
          "base16/ocean",
          "base16/oceanicnext",
          "base16/one-light",
          "base16/onedark",
          "base16/outrun-dark",
          "base16/papercolor-dark",
          "base16/papercolor-light",
          "base16/paraiso",
          "base16/pasque",
          "base16/phd",
          "base16/pico",
          "base16/pop",
          "base16/porple",
          "base16/qualia",
          "base16/railscasts",
          "base16/rebecca",
          "base16/ros-pine",
          "base16/ros-pine-dawn",
          "base16/ros-pine-moon",
          "base16/sagelight",
          "base16/sandcastle",
          "base16/seti-ui",
          "base16/shapeshifter",
          "base16/silk-dark",
          "base16/silk-light",
          "base16/snazzy",
          "base16/solar-flare",
          "base16/solar-flare-light",
          "base16/solarized-dark",
          "base16/solarized-light",
          "base16/spacemacs",
          "base16/summercamp",
          "base16/summerfruit-dark",
          "base16/summerfruit-light",
          "base16/synth-midnight-terminal-dark",
          "base16/synth-midnight-terminal-light",
          "base16/tango",
          "base16/tender",
          "base16/tomorrow",
          "base16/tomorrow-night",
          "base16/twilight",
          "base16/unikitty-dark",
          "base16/unikitty-light",
          "base16/vulcan",
          "base16/windows-10",
          "base16/windows-10-light",
          "base16/windows-95",
          "base16/windows-95-light",
          "base16/windows-high-contrast",
          "base16/windows-high-contrast-light",
          "base16/windows-nt",
          "base16/windows-nt-light",
          "base16/woodland",
          "base16/xcode-dusk",
          "base16/zenburn",
          "brown-paper",
          "codepen-embed",
          "color-brewer",
          "cybertopia-cherry",
          "cybertopia-dimmer",
          "cybertopia-icecap",
          "cybertopia-saturated",
          "dark",
          "default",
          "devibeans",
          "docco",
          "equinox",
          "far",
          "felipec",
          "foundation",
          "friendly",
          "github",
          "github-dark",
          "github-dark-dimmed",
          "gml",
          "googlecode",
          "gradient-dark",
          "gradient-light",
          "grayscale",
          "hybrid",
          "idea",
          "intellij-light",
          "ir-black",
          "isbl-editor-dark",
          "isbl-editor-light",
          "kimbie-dark",
          "kimbie-light",
          "lightfair",
          "lioshi",
          "magula",
          "mono-blue",
          "monokai",
          "monokai-sublime",
          "night-owl",
          "nnfx-dark",
          "nnfx-light",
          "nord",
          "obsidian",
          "panda-syntax-dark",
          "panda-syntax-light",
          "paraiso-dark",
          "paraiso-light",
          "pojoaque",
          "purebasic",
          "qtcreator-dark",
          "qtcreator-light",
          "rainbow",
          "rose-pine",
          "rose-pine-dawn",
          "rose-pine-moon",
          "routeros",
          "school-book",
          "shades-of-purple",
          "srcery",
          "stackoverflow-dark",
          "stackoverflow-light",
          "sunburst",
          "tokyo-night-dark",
          "tokyo-night-light",
          "tomorrow-night-blue",
          "tomorrow-night-bright",
          "vs",
          "vs-dark",
          "vs2015",
          "xcode",
          "xt256"
        ]
      }
    }
  }
};
