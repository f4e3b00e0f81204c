// What run-dredd.ts tells the hooks: the document's cases, who the users are, where the services listen.
const { readFileSync } = require('node:fs');

module.exports = JSON.parse(readFileSync(process.env.DREDD_CONTEXT, 'utf8'));
