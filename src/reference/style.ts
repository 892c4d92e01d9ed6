/** What the component's own colours lack of the contrast that people need who do not see well: 4.5 : 1. */
export const style = `
body { margin: 0; background: #fafafa; }
html.dark-mode body { background: #1c2022; }
.swagger-ui .topbar { background: #12324a; }
.swagger-ui .topbar-wrapper > a { visibility: hidden; width: 0; }
.swagger-ui .info .title small { background: #59616e; }
.swagger-ui .info .title small.version-stamp { background: #4d6b00; }
.swagger-ui .opblock .opblock-summary-method { text-shadow: none; color: #fff; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b63c5; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b7a4b; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #95560a; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b7267; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #c62828; }
.swagger-ui .opblock-deprecated .opblock-summary-method { background: #5f6368; }
.swagger-ui .opblock .opblock-body span[style*="211, 99, 99"] { color: #ffa6a6 !important; }
.swagger-ui .btn.execute { background: #1a5fb4; border-color: #1a5fb4; }
html:not(.dark-mode) .swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
html.dark-mode .swagger-ui .opblock .btn.try-out__btn.cancel { color: #ff9d9d; border-color: #ff9d9d; }
html.dark-mode .swagger-ui td.header-col { color: #e4e6e6; }
html:not(.dark-mode) .swagger-ui :is(.url, .info a, .info .link, .markdown a, .scopes h2 a, a.nostyle.link) { color: #1a5fb4; }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #1b7a4b; border-color: #1b7a4b; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1b7a4b; }
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .parameter__extension, .prop-format, .response-col_links, .renderedMarkdown p) { color: #4a4f54; }
html:not(.dark-mode) .swagger-ui :is(.parameter__name.required::after, .parameter__name.required span) { color: #b3261e; }
`;
