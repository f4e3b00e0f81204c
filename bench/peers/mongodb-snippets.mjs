// The queries of a careful author on MongoDB, and highlighting inline.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import hljs from 'highlight.js';
import { MongoClient } from 'mongodb';

const HIDDEN = { projection: { highlighted: 0 } };
const ORDER = { created: 1, _id: 1 };
const OWNER = { id: 1, name: 'bench' };
const sheet = readFileSync(
  createRequire(import.meta.url).resolve('highlight.js/styles/github.min.css'),
  'utf8',
);

/**
 * @param {string} url of a database that `load-peer-mongodb.mjs` has filled
 * @param {(snippet: object) => string[]} [termsOf] what is indexed of a snippet, where it does the work of the service
 */
export async function openSnippets(url, termsOf) {
  // As the service writes. It is also what the server does by default with a replica set.
  const client = new MongoClient(url, { writeConcern: { w: 'majority' } });
  await client.connect();
  const db = client.db();
  const snippets = db.collection('snippets');
  const find = (filter, limit) => snippets.find(filter, HIDDEN).sort(ORDER).limit(limit).toArray();
  const contentOf = (input) => {
    const content = highlighted(input);
    return termsOf ? { ...content, terms: termsOf({ ...content, ownerId: OWNER.id }) } : content;
  };
  return {
    /** @returns the user of a value of `Authorization`, or null */
    async userOf(authorization = '') {
      const hash = createHash('sha256').update(authorization).digest('hex');
      const token = await db.collection('tokens').findOne({ hash });
      return token && db.collection('users').findOne({ _id: token.userId });
    },
    one: (id) => snippets.findOne({ _id: id }, HIDDEN),
    /** @param {{ limit?: number, q?: string }} query a limit of 0 is none */
    list: ({ limit = 0, q }) => find(q ? { $text: { $search: `"${q}"` } } : {}, limit),
    async create(input) {
      const counter = await db
        .collection('counters')
        .findOneAndUpdate(
          { _id: 'snippets' },
          { $inc: { value: 1 } },
          { upsert: true, returnDocument: 'after' },
        );
      const record = {
        _id: counter.value,
        created: new Date(),
        ...contentOf(input),
        ownerId: OWNER.id,
        owner: OWNER.name,
        version: 1,
      };
      await snippets.insertOne(record);
      return record;
    },
    replace: (id, input) =>
      snippets.findOneAndUpdate(
        { _id: id },
        { $set: contentOf(input), $inc: { version: 1 } },
        { returnDocument: 'after', ...HIDDEN },
      ),
    async users() {
      const [users, owned] = await Promise.all([
        db.collection('users').find().sort({ _id: 1 }).toArray(),
        snippets
          .find({}, { projection: { ownerId: 1 } })
          .sort({ ownerId: 1, _id: 1 })
          .toArray(),
      ]);
      const byOwner = groupBy(owned, ({ ownerId }) => ownerId);
      return users.map(({ _id, username }) => ({
        id: _id,
        username,
        snippets: (byOwner.get(_id) ?? []).map((snippet) => snippet._id),
      }));
    },
    close: () => client.close(),
  };
}

/** Map.groupBy, which Node 20 lacks. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export function represent({ _id: id, owner, title, code, linenos, language, style }) {
  return { id, owner, title, code, linenos, language, style };
}

function highlighted({ title = '', code, linenos = false, language = 'python', style = 'github' }) {
  const html = hljs.highlight(code, { language }).value;
  return { title, code, linenos, language, style, highlighted: page(title, html) };
}

function page(title, html) {
  const escaped = title.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped}</title><style>
${sheet}
</style></head>
<body class="hljs"><pre><code>${html}</code></pre></body>
</html>
`;
}
