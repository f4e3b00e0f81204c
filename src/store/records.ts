/** The types of the stored records, made from the definitions. */
import type { SnippetInput } from '#generated/sdk/types.gen.js';
import type { RecordWith } from './definition.js';
import type { Definitions, owned } from './definitions.js';

type RecordOf<N extends keyof Definitions> = RecordWith<Definitions[N]['fields']>;

export type OwnedRecord = RecordWith<typeof owned>;
export type SnippetRecord = RecordOf<'snippets'>;
/** What a user gives a snippet. */
export type SnippetFields = Pick<SnippetRecord, keyof SnippetInput>;
export type UserRecord = RecordOf<'users'>;
export type TokenRecord = RecordOf<'tokens'>;
export type OAuth1ConsumerRecord = RecordOf<'oauth1Consumers'>;
export type OAuth2ClientRecord = RecordOf<'oauth2Clients'>;
export type CounterRecord = RecordOf<'counters'>;
