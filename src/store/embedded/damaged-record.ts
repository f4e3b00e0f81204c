/** A stored record that cannot be read back: its file was damaged, since the service writes no such record. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';

  /** @param id of the record; as much of it as can be read */
  constructor(collection: string, id: unknown, reason: string, options?: ErrorOptions) {
    super(`The record ${JSON.stringify(id)} of ${collection} is damaged: ${reason}.`, options);
  }
}
