// This file is auto-generated from openapi.yaml by scripts/generate.mjs: do not edit it.

/** What an agent may call (Model Context Protocol). */
export interface Tool {
  name: string;
  /** It creates or replaces something. */
  isWrite: boolean;
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, object>; required: string[] };
}

export const tools: readonly Tool[] = [
  {
    "name": "search_snippets",
    "isWrite": false,
    "description": "List the snippets. All snippets, the oldest first, or the newest first on request. `q`, `owner` and `language` narrow the list. Without `limit` the answer is the whole list as JSON, or its first slice as a page. With `limit` the answer is a slice, and `Link` leads to the next one.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "q": {
          "type": "string",
          "description": "Only snippets whose title and code contain all these words. A word of three or more characters also finds what begins with it, and a part of a name counts as a word: `port`, `detectP` and `detect_port` find `autocannonDetectPort`, in capitals or small letters. In Chinese, Japanese and Korean every sequence of characters is found. Of a snippet with more than 4,000 different words, the first and the last 2,000 are found.",
          "maxLength": 100
        },
        "owner": {
          "type": "string",
          "description": "Only snippets of the user with this name. Blank finds those of every user.",
          "maxLength": 150
        },
        "language": {
          "type": "string",
          "description": "Only snippets in this language. Blank finds every language. A name of list_languages.",
          "maxLength": 100
        },
        "order": {
          "type": "string",
          "description": "`created`: the oldest snippet first. `-created`: the newest first. The slices keep the order.",
          "enum": [
            "created",
            "-created"
          ]
        },
        "limit": {
          "type": "integer",
          "description": "The largest number of snippets, at most 50 on a page. `Link` leads to the next slice.",
          "minimum": 1,
          "maximum": 1000
        },
        "after": {
          "type": "string",
          "description": "Where the slice begins. An opaque value from a `Link` header."
        }
      },
      "required": []
    }
  },
  {
    "name": "create_snippet",
    "isWrite": true,
    "description": "Create a snippet. Stores a snippet and its highlighted code. The authenticated user becomes the owner. Read-only members of the body (`id`, `owner`, ...) are ignored. A deployment may limit how many snippets and bytes a user stores: beyond it, the answer is a 403 that names the limit.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "description": "The name of the snippet; may be blank.",
          "default": "",
          "maxLength": 100
        },
        "code": {
          "type": "string",
          "description": "The source code, kept byte for byte. White space alone is not enough.",
          "maxLength": 100000
        },
        "linenos": {
          "type": "boolean",
          "description": "Whether the highlighted code has line numbers.",
          "default": false
        },
        "language": {
          "type": "string",
          "description": "The language of the code. A name of list_languages.",
          "default": "python"
        },
        "style": {
          "type": "string",
          "description": "The colours of the highlighted code.",
          "default": "friendly"
        },
        "private": {
          "type": "boolean",
          "description": "Whether the snippet exists for its owner alone. A PUT without it keeps what was set."
        }
      },
      "required": [
        "code"
      ]
    }
  },
  {
    "name": "get_snippet",
    "isWrite": false,
    "description": "Retrieve a snippet. One snippet. Send its `ETag` in `If-None-Match` here, and in `If-Match` to replace or delete it.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "description": "The snippet's id.",
          "minimum": 1,
          "maximum": 9007199254740991
        }
      },
      "required": [
        "id"
      ]
    }
  },
  {
    "name": "replace_snippet",
    "isWrite": true,
    "description": "Replace a snippet. Replaces all writable fields. A missing field takes its default: without `language`, it becomes `python`. To change some fields, read the snippet and send all of them, with its `ETag` in `If-Match`. The `id`, the owner and the place in the list stay the same. Only the owner may do this. A longer text may exceed the deployment's limit of stored bytes: a 403.",
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "description": "The snippet's id.",
          "minimum": 1,
          "maximum": 9007199254740991
        },
        "If-Match": {
          "type": "string",
          "description": "Do it only if the resource still has this `ETag` (RFC 9110, 13.1.1).",
          "maxLength": 2000
        },
        "title": {
          "type": "string",
          "description": "The name of the snippet; may be blank.",
          "default": "",
          "maxLength": 100
        },
        "code": {
          "type": "string",
          "description": "The source code, kept byte for byte. White space alone is not enough.",
          "maxLength": 100000
        },
        "linenos": {
          "type": "boolean",
          "description": "Whether the highlighted code has line numbers.",
          "default": false
        },
        "language": {
          "type": "string",
          "description": "The language of the code. A name of list_languages.",
          "default": "python"
        },
        "style": {
          "type": "string",
          "description": "The colours of the highlighted code.",
          "default": "friendly"
        },
        "private": {
          "type": "boolean",
          "description": "Whether the snippet exists for its owner alone. A PUT without it keeps what was set."
        }
      },
      "required": [
        "id",
        "code"
      ]
    }
  },
  {
    "name": "list_languages",
    "isWrite": false,
    "description": "The languages of the highlighter, by their canonical names. Each line is its name for other tools, then other names of it.",
    "inputSchema": {
      "type": "object",
      "properties": {},
      "required": []
    }
  }
];
