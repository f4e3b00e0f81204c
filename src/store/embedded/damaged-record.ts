/** A stored record that cannot be decoded, because the file was damaged: the service writes no such record. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';

  /** @param id the id of the record, as far as it can be read */
  constructor(collection: string, id: unknown, reason: string, options?: ErrorOptions) {
    super(`The record ${JSON.stringify(id)} of ${collection} is damaged: ${reason}.`, options);
  }
}
