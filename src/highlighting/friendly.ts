/** `friendly`, our own theme: soft colours on a light background, each at least 4.5:1 against it (WCAG 2.2, 1.4.3). */
export const friendly = `
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
