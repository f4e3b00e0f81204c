// Creates, edits, finds and deletes a snippet. BASE_URL, USERNAME and PASSWORD come from the environment.
import { basic, createClient, NotFoundError } from 'snippet-store-sdk';

const { BASE_URL = 'http://127.0.0.1:8000', USERNAME = 'demo', PASSWORD = '' } = process.env;
const store = createClient({ baseUrl: BASE_URL, auth: basic(USERNAME, PASSWORD) });

const { id } = await store.createSnippet({ code: 'console.log("hello")', language: 'javascript' });
const edited = await store.editSnippet({ id, title: 'Greeting' });
console.log(`${edited.owner} has "${edited.title}" in ${edited.language}`);

for await (const { title } of store.listSnippets({ q: 'hello', max: 10 })) console.log(`found "${title}"`);

await store.deleteSnippet({ id });
try {
  await store.getSnippet({ id });
} catch (error) {
  if (!(error instanceof NotFoundError)) throw error;
  console.log(`gone: ${error.detail}`);
}
