CREATE TABLE "snippets" (_id integer primary key not null, doc text not null, "highlighted" text) strict;
CREATE TABLE "users" (_id integer primary key not null, doc text not null) strict;
CREATE TABLE "tokens" (_id integer primary key not null, doc text not null) strict;
CREATE TABLE "sessions" (_id text primary key not null, doc text not null) strict;
CREATE TABLE "oauth1Consumers" (_id integer primary key not null, doc text not null) strict;
CREATE TABLE "oauth1Tokens" (_id integer primary key not null, doc text not null) strict;
CREATE TABLE "oauth1Nonces" (_id text primary key not null, doc text not null) strict;
CREATE TABLE "oauth2Clients" (_id integer primary key not null, doc text not null) strict;
CREATE TABLE "oauth2AccessTokens" (_id text primary key not null, doc text not null) strict;
CREATE TABLE "oauth2RefreshTokens" (_id text primary key not null, doc text not null) strict;
CREATE TABLE "throttles" (_id text primary key not null, doc text not null) strict;
CREATE TABLE "counters" (_id text primary key not null, doc text not null) strict;
CREATE TABLE "meta" (_id text primary key not null, doc text not null) strict;
insert into "snippets" ("_id", "doc", "highlighted") values (1, '{"_id":1,"created":{"$date":"2026-11-22T05:32:14.785Z"},"title":"Greeting","code":"def greet(name):\n    return f\"Hello, {name}\"\n\ngreet(\"Ada\")\n","linenos":false,"language":"python","style":"friendly","plain":false,"ownerId":1,"owner":"ada","version":2}', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Greeting</title>
<style>
html { min-height: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { --side: 1.5rem; --hairline: color-mix(in srgb, currentColor 16%, transparent);
  box-sizing: border-box; width: max-content; min-width: 100%; min-height: 100vh; margin: 0; padding: 0 0 1.5rem;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
.hljs { color: #222; background: #fff; background-attachment: fixed !important }
header { border-bottom: 1px solid var(--hairline) }
h1 { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0; padding: 1.1rem var(--side);
  font: 600 1.125rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; text-wrap: pretty }
pre { margin: 0; tab-size: 4; font-variant-ligatures: none; white-space: pre;
  font: 0.875rem/1.6 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { font: inherit }
code span { display: inline !important; padding: 0 !important; font-size: inherit !important; line-height: inherit !important }
.code { padding: 1.1rem var(--side) 0 }
table { border-collapse: separate; border-spacing: 0 }
td { vertical-align: top }
td.numbers { position: sticky; left: 0; padding: 1.1rem 0.9rem 0 var(--side); border-right: 1px solid var(--hairline);
  text-align: right; -webkit-user-select: none; user-select: none }
td.numbers pre { opacity: 0.6 }
td.code { padding-left: 0.9rem }
@media (max-width: 30rem) {
  body { --side: 1rem }
  pre { font-size: 0.8125rem }
  td.numbers { padding-right: 0.6rem }
  td.code { padding-left: 0.6rem }
}
@media print {
  body { --side: 0; width: auto; min-height: 0 }
  h1, td.numbers { position: static; width: auto }
  pre { font-size: 8.5pt; line-height: 1.45 }
  div.code pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
.hljs { color: #2f3437; background: #f6f5f1 }
.hljs-comment, .hljs-quote { color: #5d7078; font-style: italic }
.hljs-doctag { color: #46616c; font-weight: bold }
.hljs-keyword, .hljs-selector-tag, .hljs-literal { color: #00691f; font-weight: bold }
.hljs-built_in, .hljs-type { color: #00691f }
.hljs-string, .hljs-char.escape_, .hljs-template-tag { color: #34659c }
.hljs-char.escape_ { font-weight: bold }
.hljs-regexp { color: #0d6b6b }
.hljs-link { color: #235388; text-decoration: underline }
.hljs-number, .hljs-bullet { color: #1f7350 }
.hljs-title, .hljs-section, .hljs-title.function_ { color: #06287e }
.hljs-title.class_, .hljs-title.class_.inherited__ { color: #0a6a94; font-weight: bold }
.hljs-section { font-weight: bold }
.hljs-name, .hljs-tag .hljs-name { color: #062873; font-weight: bold }
.hljs-attr, .hljs-attribute, .hljs-property { color: #34659c }
.hljs-variable, .hljs-template-variable, .hljs-subst .hljs-variable { color: #8a3fa6 }
.hljs-symbol, .hljs-variable.constant_, .hljs-selector-pseudo, .hljs-selector-attr { color: #4d5fb3 }
.hljs-selector-id, .hljs-selector-class { color: #a0426b }
.hljs-meta { color: #6b5a2e }
.hljs-operator, .hljs-punctuation, .hljs-tag { color: #5c6166 }
.hljs-params, .hljs-subst { color: #2f3437 }
.hljs-variable.language_ { color: #00691f }
.hljs-code, .hljs-formula { color: #46616c }
.hljs-addition { color: #176b2c; background: #e4f1e2 }
.hljs-deletion { color: #a02525; background: #fae6e2 }
.hljs-emphasis { font-style: italic }
.hljs-strong { font-weight: bold }
.hljs td.numbers pre { color: #6d7072; opacity: 1 }
</style>
</head>
<body class="hljs">
<header><h1>Greeting</h1></header>
<div class="code"><pre><code class="language-python" translate="no"><span class="hljs-keyword">def</span> <span class="hljs-title function_">greet</span>(<span class="hljs-params">name</span>):
    <span class="hljs-keyword">return</span> <span class="hljs-string">f&quot;Hello, <span class="hljs-subst">{name}</span>&quot;</span>

greet(<span class="hljs-string">&quot;Ada&quot;</span>)
</code></pre></div>
</body>
</html>
');
insert into "snippets" ("_id", "doc", "highlighted") values (2, '{"_id":2,"created":{"$date":"2026-11-22T05:32:14.835Z"},"title":"Größe — ß, 日本語","code":"const autocannonDetectPort = 1; // Größe\n","linenos":true,"language":"javascript","style":"friendly","plain":false,"ownerId":1,"owner":"ada","version":1}', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Größe — ß, 日本語</title>
<style>
html { min-height: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { --side: 1.5rem; --hairline: color-mix(in srgb, currentColor 16%, transparent);
  box-sizing: border-box; width: max-content; min-width: 100%; min-height: 100vh; margin: 0; padding: 0 0 1.5rem;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
.hljs { color: #222; background: #fff; background-attachment: fixed !important }
header { border-bottom: 1px solid var(--hairline) }
h1 { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0; padding: 1.1rem var(--side);
  font: 600 1.125rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; text-wrap: pretty }
pre { margin: 0; tab-size: 4; font-variant-ligatures: none; white-space: pre;
  font: 0.875rem/1.6 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { font: inherit }
code span { display: inline !important; padding: 0 !important; font-size: inherit !important; line-height: inherit !important }
.code { padding: 1.1rem var(--side) 0 }
table { border-collapse: separate; border-spacing: 0 }
td { vertical-align: top }
td.numbers { position: sticky; left: 0; padding: 1.1rem 0.9rem 0 var(--side); border-right: 1px solid var(--hairline);
  text-align: right; -webkit-user-select: none; user-select: none }
td.numbers pre { opacity: 0.6 }
td.code { padding-left: 0.9rem }
@media (max-width: 30rem) {
  body { --side: 1rem }
  pre { font-size: 0.8125rem }
  td.numbers { padding-right: 0.6rem }
  td.code { padding-left: 0.6rem }
}
@media print {
  body { --side: 0; width: auto; min-height: 0 }
  h1, td.numbers { position: static; width: auto }
  pre { font-size: 8.5pt; line-height: 1.45 }
  div.code pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
.hljs { color: #2f3437; background: #f6f5f1 }
.hljs-comment, .hljs-quote { color: #5d7078; font-style: italic }
.hljs-doctag { color: #46616c; font-weight: bold }
.hljs-keyword, .hljs-selector-tag, .hljs-literal { color: #00691f; font-weight: bold }
.hljs-built_in, .hljs-type { color: #00691f }
.hljs-string, .hljs-char.escape_, .hljs-template-tag { color: #34659c }
.hljs-char.escape_ { font-weight: bold }
.hljs-regexp { color: #0d6b6b }
.hljs-link { color: #235388; text-decoration: underline }
.hljs-number, .hljs-bullet { color: #1f7350 }
.hljs-title, .hljs-section, .hljs-title.function_ { color: #06287e }
.hljs-title.class_, .hljs-title.class_.inherited__ { color: #0a6a94; font-weight: bold }
.hljs-section { font-weight: bold }
.hljs-name, .hljs-tag .hljs-name { color: #062873; font-weight: bold }
.hljs-attr, .hljs-attribute, .hljs-property { color: #34659c }
.hljs-variable, .hljs-template-variable, .hljs-subst .hljs-variable { color: #8a3fa6 }
.hljs-symbol, .hljs-variable.constant_, .hljs-selector-pseudo, .hljs-selector-attr { color: #4d5fb3 }
.hljs-selector-id, .hljs-selector-class { color: #a0426b }
.hljs-meta { color: #6b5a2e }
.hljs-operator, .hljs-punctuation, .hljs-tag { color: #5c6166 }
.hljs-params, .hljs-subst { color: #2f3437 }
.hljs-variable.language_ { color: #00691f }
.hljs-code, .hljs-formula { color: #46616c }
.hljs-addition { color: #176b2c; background: #e4f1e2 }
.hljs-deletion { color: #a02525; background: #fae6e2 }
.hljs-emphasis { font-style: italic }
.hljs-strong { font-weight: bold }
.hljs td.numbers pre { color: #6d7072; opacity: 1 }
</style>
</head>
<body class="hljs">
<header><h1>Größe — ß, 日本語</h1></header>
<table role="presentation"><tr><td class="numbers hljs"><pre aria-hidden="true">1</pre></td><td class="code"><pre><code class="language-javascript" translate="no"><span class="hljs-keyword">const</span> autocannonDetectPort = <span class="hljs-number">1</span>; <span class="hljs-comment">// Größe</span>
</code></pre></td></tr></table>
</body>
</html>
');
insert into "snippets" ("_id", "doc", "highlighted") values (3, '{"_id":3,"created":{"$date":"2026-11-22T05:32:14.866Z"},"title":"","code":"{\"a\": [1, 2, 3]}\r\n","linenos":false,"language":"json","style":"github","plain":false,"ownerId":1,"owner":"ada","version":1}', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Snippet in json</title>
<style>
html { min-height: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { --side: 1.5rem; --hairline: color-mix(in srgb, currentColor 16%, transparent);
  box-sizing: border-box; width: max-content; min-width: 100%; min-height: 100vh; margin: 0; padding: 0 0 1.5rem;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
.hljs { color: #222; background: #fff; background-attachment: fixed !important }
header { border-bottom: 1px solid var(--hairline) }
h1 { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0; padding: 1.1rem var(--side);
  font: 600 1.125rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; text-wrap: pretty }
pre { margin: 0; tab-size: 4; font-variant-ligatures: none; white-space: pre;
  font: 0.875rem/1.6 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { font: inherit }
code span { display: inline !important; padding: 0 !important; font-size: inherit !important; line-height: inherit !important }
.code { padding: 1.1rem var(--side) 0 }
table { border-collapse: separate; border-spacing: 0 }
td { vertical-align: top }
td.numbers { position: sticky; left: 0; padding: 1.1rem 0.9rem 0 var(--side); border-right: 1px solid var(--hairline);
  text-align: right; -webkit-user-select: none; user-select: none }
td.numbers pre { opacity: 0.6 }
td.code { padding-left: 0.9rem }
@media (max-width: 30rem) {
  body { --side: 1rem }
  pre { font-size: 0.8125rem }
  td.numbers { padding-right: 0.6rem }
  td.code { padding-left: 0.6rem }
}
@media print {
  body { --side: 0; width: auto; min-height: 0 }
  h1, td.numbers { position: static; width: auto }
  pre { font-size: 8.5pt; line-height: 1.45 }
  div.code pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
pre code.hljs{display:block;overflow-x:auto;padding:1em}code.hljs{padding:3px 5px}/*!
  Theme: GitHub
  Description: Light theme as seen on github.com
  Author: github.com
  Maintainer: @Hirse
  Updated: 2021-05-15

  Outdated base version: https://github.com/primer/github-syntax-light
  Current colors taken from GitHub''s CSS
*/.hljs{color:#24292e;background:#fff}.hljs-doctag,.hljs-keyword,.hljs-meta .hljs-keyword,.hljs-template-tag,.hljs-template-variable,.hljs-type,.hljs-variable.language_{color:#d73a49}.hljs-title,.hljs-title.class_,.hljs-title.class_.inherited__,.hljs-title.function_{color:#6f42c1}.hljs-attr,.hljs-attribute,.hljs-literal,.hljs-meta,.hljs-number,.hljs-operator,.hljs-selector-attr,.hljs-selector-class,.hljs-selector-id,.hljs-variable{color:#005cc5}.hljs-meta .hljs-string,.hljs-regexp,.hljs-string{color:#032f62}.hljs-built_in,.hljs-symbol{color:#e36209}.hljs-code,.hljs-comment,.hljs-formula{color:#6a737d}.hljs-name,.hljs-quote,.hljs-selector-pseudo,.hljs-selector-tag{color:#22863a}.hljs-subst{color:#24292e}.hljs-section{color:#005cc5;font-weight:700}.hljs-bullet{color:#735c0f}.hljs-emphasis{color:#24292e;font-style:italic}.hljs-strong{color:#24292e;font-weight:700}.hljs-addition{color:#22863a;background-color:#f0fff4}.hljs-deletion{color:#b31d28;background-color:#ffeef0}
</style>
</head>
<body class="hljs">
<div class="code"><pre><code class="language-json" translate="no"><span class="hljs-punctuation">{</span><span class="hljs-attr">&quot;a&quot;</span><span class="hljs-punctuation">:</span> <span class="hljs-punctuation">[</span><span class="hljs-number">1</span><span class="hljs-punctuation">,</span> <span class="hljs-number">2</span><span class="hljs-punctuation">,</span> <span class="hljs-number">3</span><span class="hljs-punctuation">]</span><span class="hljs-punctuation">}</span>&#13;
</code></pre></div>
</body>
</html>
');
insert into "snippets" ("_id", "doc", "highlighted") values (5, '{"_id":5,"created":{"$date":"2026-11-22T05:32:14.936Z"},"title":"Kept by <grace> & \"ada\"","code":"<script>alert(1)</script>","linenos":false,"language":"xml","style":"friendly","plain":false,"ownerId":1,"owner":"ada","version":1}', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kept by &lt;grace&gt; &amp; &quot;ada&quot;</title>
<style>
html { min-height: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { --side: 1.5rem; --hairline: color-mix(in srgb, currentColor 16%, transparent);
  box-sizing: border-box; width: max-content; min-width: 100%; min-height: 100vh; margin: 0; padding: 0 0 1.5rem;
  -webkit-print-color-adjust: exact; print-color-adjust: exact }
.hljs { color: #222; background: #fff; background-attachment: fixed !important }
header { border-bottom: 1px solid var(--hairline) }
h1 { position: sticky; left: 0; box-sizing: border-box; width: 100vw; max-width: 100%; margin: 0; padding: 1.1rem var(--side);
  font: 600 1.125rem/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; text-wrap: pretty }
pre { margin: 0; tab-size: 4; font-variant-ligatures: none; white-space: pre;
  font: 0.875rem/1.6 ui-monospace, SFMono-Regular, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace }
code { font: inherit }
code span { display: inline !important; padding: 0 !important; font-size: inherit !important; line-height: inherit !important }
.code { padding: 1.1rem var(--side) 0 }
table { border-collapse: separate; border-spacing: 0 }
td { vertical-align: top }
td.numbers { position: sticky; left: 0; padding: 1.1rem 0.9rem 0 var(--side); border-right: 1px solid var(--hairline);
  text-align: right; -webkit-user-select: none; user-select: none }
td.numbers pre { opacity: 0.6 }
td.code { padding-left: 0.9rem }
@media (max-width: 30rem) {
  body { --side: 1rem }
  pre { font-size: 0.8125rem }
  td.numbers { padding-right: 0.6rem }
  td.code { padding-left: 0.6rem }
}
@media print {
  body { --side: 0; width: auto; min-height: 0 }
  h1, td.numbers { position: static; width: auto }
  pre { font-size: 8.5pt; line-height: 1.45 }
  div.code pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
.hljs { color: #2f3437; background: #f6f5f1 }
.hljs-comment, .hljs-quote { color: #5d7078; font-style: italic }
.hljs-doctag { color: #46616c; font-weight: bold }
.hljs-keyword, .hljs-selector-tag, .hljs-literal { color: #00691f; font-weight: bold }
.hljs-built_in, .hljs-type { color: #00691f }
.hljs-string, .hljs-char.escape_, .hljs-template-tag { color: #34659c }
.hljs-char.escape_ { font-weight: bold }
.hljs-regexp { color: #0d6b6b }
.hljs-link { color: #235388; text-decoration: underline }
.hljs-number, .hljs-bullet { color: #1f7350 }
.hljs-title, .hljs-section, .hljs-title.function_ { color: #06287e }
.hljs-title.class_, .hljs-title.class_.inherited__ { color: #0a6a94; font-weight: bold }
.hljs-section { font-weight: bold }
.hljs-name, .hljs-tag .hljs-name { color: #062873; font-weight: bold }
.hljs-attr, .hljs-attribute, .hljs-property { color: #34659c }
.hljs-variable, .hljs-template-variable, .hljs-subst .hljs-variable { color: #8a3fa6 }
.hljs-symbol, .hljs-variable.constant_, .hljs-selector-pseudo, .hljs-selector-attr { color: #4d5fb3 }
.hljs-selector-id, .hljs-selector-class { color: #a0426b }
.hljs-meta { color: #6b5a2e }
.hljs-operator, .hljs-punctuation, .hljs-tag { color: #5c6166 }
.hljs-params, .hljs-subst { color: #2f3437 }
.hljs-variable.language_ { color: #00691f }
.hljs-code, .hljs-formula { color: #46616c }
.hljs-addition { color: #176b2c; background: #e4f1e2 }
.hljs-deletion { color: #a02525; background: #fae6e2 }
.hljs-emphasis { font-style: italic }
.hljs-strong { font-weight: bold }
.hljs td.numbers pre { color: #6d7072; opacity: 1 }
</style>
</head>
<body class="hljs">
<header><h1>Kept by &lt;grace&gt; &amp; &quot;ada&quot;</h1></header>
<div class="code"><pre><code class="language-xml" translate="no"><span class="hljs-tag">&lt;<span class="hljs-name">script</span>&gt;</span><span class="language-javascript"><span class="hljs-title function_">alert</span>(<span class="hljs-number">1</span>)</span><span class="hljs-tag">&lt;/<span class="hljs-name">script</span>&gt;</span></code></pre></div>
</body>
</html>
');
insert into "users" ("_id", "doc") values (1, '{"_id":1,"username":"ada","password":"$argon2id$v=19$m=19456,t=2,p=1$6TRtk6qulNUXiBHkFCq5eQ$7CSuHwSlT7IcH4LVhzCOa9PV+it3lu7GiORLvQXrpnk","active":true,"created":{"$date":"2026-11-22T05:32:09.589Z"}}');
insert into "users" ("_id", "doc") values (2, '{"_id":2,"username":"grace","password":"$argon2id$v=19$m=19456,t=2,p=1$VULU26EHnGQPQ6Sio/a1yg$MO8cTEkbYpfcqrFphO1jid8VLI1RL/WkW7u5VtrbugU","active":true,"created":{"$date":"2026-11-22T05:32:10.302Z"}}');
insert into "tokens" ("_id", "doc") values (1, '{"_id":1,"userId":1,"salt":"73a4f9a4cb35f2415db1a1d8f0f9d44b","fingerprint":"142fa802d0d6511f","hash":"1c064446c162893cbb44f7d18bdae575c7fa493c9faee39f755b3213af275762","created":{"$date":"2026-11-22T05:32:10.728Z"}}');
insert into "oauth1Consumers" ("_id", "doc") values (1, '{"_id":1,"name":"a consumer","key":"8_B_c-Qf9w4H92OCZzSm","secret":"1b_uJRdD7aYiyuOtqgeDEjs0GKKGlR-xh_Go7xbhCWc","created":{"$date":"2026-11-22T05:32:11.072Z"}}');
insert into "oauth1Tokens" ("_id", "doc") values (1, '{"_id":1,"key":"2fxlTpVtTjhK0P71T59m","salt":"8a58833143550ff2f53e5da2f6628de4","consumerId":1,"userId":1,"created":{"$date":"2026-11-22T05:32:11.569Z"}}');
insert into "oauth2Clients" ("_id", "doc") values (1, '{"_id":1,"name":"a client","clientId":"4d11e7b03ee1133096de0fb92ff04795","secretHash":"59d0265f221f06c1b7c0c66e68b9b33cb0ebf096b2bd0764a433bb5db72a614d","created":{"$date":"2026-11-22T05:32:12.105Z"}}');
insert into "counters" ("_id", "doc") values ('users', '{"_id":"users","value":2}');
insert into "counters" ("_id", "doc") values ('tokens', '{"_id":"tokens","value":1}');
insert into "counters" ("_id", "doc") values ('oauth1Consumers', '{"_id":"oauth1Consumers","value":1}');
insert into "counters" ("_id", "doc") values ('oauth1Tokens', '{"_id":"oauth1Tokens","value":1}');
insert into "counters" ("_id", "doc") values ('oauth2Clients', '{"_id":"oauth2Clients","value":1}');
insert into "counters" ("_id", "doc") values ('snippets', '{"_id":"snippets","value":5}');
insert into "meta" ("_id", "doc") values ('schema', '{"_id":"schema","value":1}');
CREATE INDEX "snippets.created_1__id_1" on "snippets" (json_extract(doc, '$.created."$date"'), _id);
CREATE INDEX "snippets.ownerId_1__id_1" on "snippets" (json_extract(doc, '$.ownerId'), _id);
CREATE INDEX "snippets.ownerId_1_created_1__id_1" on "snippets" (json_extract(doc, '$.ownerId'), json_extract(doc, '$.created."$date"'), _id);
CREATE INDEX "snippets.language_1_created_1__id_1" on "snippets" (json_extract(doc, '$.language'), json_extract(doc, '$.created."$date"'), _id);
CREATE UNIQUE INDEX "users.username_1" on "users" (json_extract(doc, '$.username'));
CREATE UNIQUE INDEX "tokens.hash_1" on "tokens" (json_extract(doc, '$.hash'));
CREATE UNIQUE INDEX "tokens.userId_1" on "tokens" (json_extract(doc, '$.userId'));
CREATE INDEX "sessions.userId_1" on "sessions" (json_extract(doc, '$.userId'));
CREATE INDEX "sessions.expiresAt_1" on "sessions" (json_extract(doc, '$.expiresAt."$date"'));
CREATE UNIQUE INDEX "oauth1Consumers.key_1" on "oauth1Consumers" (json_extract(doc, '$.key'));
CREATE UNIQUE INDEX "oauth1Tokens.key_1" on "oauth1Tokens" (json_extract(doc, '$.key'));
CREATE INDEX "oauth1Tokens.consumerId_1" on "oauth1Tokens" (json_extract(doc, '$.consumerId'));
CREATE INDEX "oauth1Tokens.userId_1" on "oauth1Tokens" (json_extract(doc, '$.userId'));
CREATE INDEX "oauth1Nonces.expiresAt_1" on "oauth1Nonces" (json_extract(doc, '$.expiresAt."$date"'));
CREATE UNIQUE INDEX "oauth2Clients.clientId_1" on "oauth2Clients" (json_extract(doc, '$.clientId'));
CREATE INDEX "oauth2AccessTokens.familyId_1" on "oauth2AccessTokens" (json_extract(doc, '$.familyId'));
CREATE INDEX "oauth2AccessTokens.userId_1" on "oauth2AccessTokens" (json_extract(doc, '$.userId'));
CREATE INDEX "oauth2AccessTokens.clientId_1" on "oauth2AccessTokens" (json_extract(doc, '$.clientId'));
CREATE INDEX "oauth2AccessTokens.expiresAt_1" on "oauth2AccessTokens" (json_extract(doc, '$.expiresAt."$date"'));
CREATE INDEX "oauth2RefreshTokens.familyId_1" on "oauth2RefreshTokens" (json_extract(doc, '$.familyId'));
CREATE INDEX "oauth2RefreshTokens.userId_1" on "oauth2RefreshTokens" (json_extract(doc, '$.userId'));
CREATE INDEX "oauth2RefreshTokens.clientId_1" on "oauth2RefreshTokens" (json_extract(doc, '$.clientId'));
CREATE INDEX "oauth2RefreshTokens.expiresAt_1" on "oauth2RefreshTokens" (json_extract(doc, '$.expiresAt."$date"'));
CREATE INDEX "throttles.expire_1" on "throttles" (json_extract(doc, '$.expire."$date"'));
