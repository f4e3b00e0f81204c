/** A bounded queue in which senders take turns, so that one sender's work delays only its own. */

/** The one that work is done for: a user's id, or an ip. */
export type Sender = string | number;

/** Seconds after which a full queue is worth trying again. */
export const RETRY_AFTER = 1;

export interface Queued<T> {
  readonly sender: Sender;
  readonly item: T;
}

export class FairQueue<T> {
  /** In the order of their turns. A sender without work has no entry. */
  readonly #items = new Map<Sender, T[]>();
  #length = 0;

  /** @param capacity items of all senders together */
  constructor(private readonly capacity: number) {}

  get length(): number {
    return this.#length;
  }

  /**
   * Adds an item behind the others of its sender. A full queue gives up the newest item of the sender who has most.
   *
   * @returns the item that has no place: undefined, another sender's, or this one
   */
  push(sender: Sender, item: T): T | undefined {
    const own = this.#items.get(sender) ?? [];
    const displaced = this.#length < this.capacity ? undefined : this.#displace(own.length);
    if (this.#length >= this.capacity) return item;
    own.push(item);
    this.#items.set(sender, own);
    this.#length += 1;
    return displaced;
  }

  /**
   * Takes the first item of the first sender, in turn, that may go on; that sender's next turn is the last.
   *
   * @param mayGoOn asked with the first item of a sender
   */
  shift(mayGoOn: (sender: Sender, item: T) => boolean = () => true): Queued<T> | undefined {
    for (const [sender, items] of this.#items) {
      const [first] = items;
      if (first === undefined || !mayGoOn(sender, first)) continue;
      const item = items.shift();
      this.#items.delete(sender);
      if (items.length > 0) this.#items.set(sender, items);
      if (item === undefined) continue;
      this.#length -= 1;
      return { sender, item };
    }
    return undefined;
  }

  /** Empties the queue. */
  clear(): T[] {
    const all = [...this.#items.values()].flat();
    this.#items.clear();
    this.#length = 0;
    return all;
  }

  /** @param count what the sender of a new item has; only one who has more gives up a place */
  #displace(count: number): T | undefined {
    const [sender, longest] = [...this.#items].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (longest.length <= count + 1) return undefined;
    const newest = longest.pop();
    if (longest.length === 0) this.#items.delete(sender);
    this.#length -= 1;
    return newest;
  }
}
