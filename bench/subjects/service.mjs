// The service itself, on either store.
import { apiRequests, basicOf } from '../requests.mjs';
import { PASSWORD, prepareService } from '../service/prepare.mjs';

export const service = {
  key: 'service',
  name: 'Snippet Store',
  stores: ['mongodb', 'embedded'],
  works: undefined,
  async prepare(place) {
    const prepared = await prepareService(place);
    const credentials = { token: `Token ${prepared.token}`, basic: basicOf('bench', PASSWORD) };
    return { ...prepared, requests: apiRequests(place.count, credentials) };
  },
};
