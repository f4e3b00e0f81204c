/**
 * `friendly`, our own theme: soft colours, each at least 4.5:1 against the background (WCAG 2.2, 1.4.3). The background
 * is light, or dark where the system is: a light block on a dark page dazzles.
 */
export const friendlyLight = `
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
`.trim();

export const friendlyDark = `
.hljs { color: #d8dce1; background: #1e2125 }
.hljs-comment, .hljs-quote { color: #93a1a9 }
.hljs-doctag { color: #a9bac3 }
.hljs-keyword, .hljs-selector-tag, .hljs-literal { color: #7fd08a }
.hljs-built_in, .hljs-type { color: #7fd08a }
.hljs-string, .hljs-char.escape_, .hljs-template-tag { color: #93b8ea }
.hljs-regexp { color: #6cc5c0 }
.hljs-link { color: #93b8ea }
.hljs-number, .hljs-bullet { color: #79c9a0 }
.hljs-title, .hljs-section, .hljs-title.function_ { color: #b3c4f5 }
.hljs-title.class_, .hljs-title.class_.inherited__ { color: #7cc4e8 }
.hljs-name, .hljs-tag .hljs-name { color: #b3c4f5 }
.hljs-attr, .hljs-attribute, .hljs-property { color: #93b8ea }
.hljs-variable, .hljs-template-variable, .hljs-subst .hljs-variable { color: #d0a3e6 }
.hljs-symbol, .hljs-variable.constant_, .hljs-selector-pseudo, .hljs-selector-attr { color: #aab6f2 }
.hljs-selector-id, .hljs-selector-class { color: #eb9ec0 }
.hljs-meta { color: #d3bd85 }
.hljs-operator, .hljs-punctuation, .hljs-tag { color: #a4abb3 }
.hljs-params, .hljs-subst { color: #d8dce1 }
.hljs-variable.language_ { color: #7fd08a }
.hljs-code, .hljs-formula { color: #a9bac3 }
.hljs-addition { color: #a5dcae; background: #1d3526 }
.hljs-deletion { color: #f5b0a8; background: #432423 }
.hljs td.numbers pre { color: #9299a0 }
`.trim();

// Paper is light, whatever the system is.
export const friendly = `${friendlyLight}\n@media screen and (prefers-color-scheme: dark) {\n${friendlyDark}\n}`;
