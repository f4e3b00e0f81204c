/** What the types of the subset forbid: each line below fails the build if it ever compiles. */
import { describe, it } from 'node:test';
import type { Collection as DriverCollection } from 'mongodb';
import type { SnippetRecord, Store, UserRecord } from '#src/store/index.js';

describe('the types of the collections', () => {
  it("take the official driver's collection as it is", () => {
    const fits = (driver: DriverCollection<SnippetRecord>): Store['snippets'] => driver;
    const fitsToo = (driver: DriverCollection<UserRecord>): Store['users'] => driver;
    void [fits, fitsToo];
  });

  it('let no filter or sort name a field without a declared index', () => {
    void (async ({ snippets }: Store) => {
      // @ts-expect-error title has no index
      snippets.find({ title: 'x' });
      // @ts-expect-error title has no index
      snippets.find({}, { sort: { title: 1 } });
      // @ts-expect-error the order of ids is the order of times, which have no index
      snippets.find({}, { sort: { created: 1 } });
      snippets.find({ $or: [{ ownerId: 1 }, { private: { $ne: true } }] });
      // @ts-expect-error title has no index
      snippets.find({ $or: [{ title: 'x' }] });
      // @ts-expect-error username is no field of a snippet
      snippets.find({ username: 'x' });
      snippets.find({ terms: { $all: ['x', /^y/] } });
      // @ts-expect-error a list is asked what it holds
      snippets.find({ terms: ['x'] });
      // @ts-expect-error a text is no list
      snippets.find({ language: { $all: ['x'] } });
      snippets.find({ _id: 1, title: 'x' }); // one document by its id: nothing is searched
    });
  });

  it('let no operator and no type outside the subset pass', () => {
    void (async ({ snippets, users }: Store) => {
      // @ts-expect-error $nin is outside the subset
      snippets.find({ ownerId: { $nin: [1] } });
      // @ts-expect-error a number is no text
      users.findOne({ username: 1 });
      // @ts-expect-error $push is outside the subset
      snippets.updateOne({ _id: 1 }, { $push: { title: 'x' } });
      // @ts-expect-error an _id never changes
      snippets.updateOne({ _id: 1 }, { $set: { _id: 2 } });
      // @ts-expect-error a title cannot be counted up
      snippets.updateOne({ _id: 1 }, { $inc: { title: 1 } });
    });
  });

  it('know what a projection leaves', () => {
    void (async ({ snippets }: Store) => {
      const [listed] = await snippets.find({}, { projection: { markup: 0 } }).toArray();
      void listed?.title;
      // @ts-expect-error left out
      void listed?.markup;
      const [id] = await snippets.find({}, { projection: { _id: 1 } }).toArray();
      void id?._id;
      // @ts-expect-error not brought
      void id?.title;
    });
  });
});
