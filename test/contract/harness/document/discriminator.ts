/** Which value of its discriminator names a branch (OpenAPI 3.0.3, 4.7.25). */
import type { Schema } from './model.js';
import { asRecord, isRecord } from './values.js';

/**
 * What a branch keeps besides its own rules: its schema's name, or one that the mapping gives it.
 * @returns undefined where nothing tells branches apart, or the branch has no name
 */
export function nameOfBranch({ discriminator }: Schema, { $ref }: Schema): Schema | undefined {
  if (!isRecord(discriminator) || typeof discriminator.propertyName !== 'string' || $ref === undefined)
    return undefined;
  const own = $ref.slice($ref.lastIndexOf('/') + 1);
  const mapped = Object.entries(asRecord(discriminator.mapping)).flatMap(([value, target]) =>
    target === $ref || target === own ? [value] : [],
  );
  const { propertyName } = discriminator;
  const values = mapped.length > 0 ? mapped : [own];
  return { required: [propertyName], properties: { [propertyName]: { enum: values } } };
}
