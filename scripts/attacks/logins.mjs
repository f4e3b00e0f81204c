// Finding 12: wrong passwords under many names, while somebody logs in.

import { startService } from '../start-service.mjs';
import { ask, basic, tally } from './ask.mjs';
import { observe } from './observe.mjs';

export async function logins(report) {
  const service = await startService({
    // The default: wrong passwords are limited.
    env: { THROTTLE_RATES: 'login=20/min', TRUST_PROXY: '1', ALLOW_INSECURE_CREDENTIALS: 'true' },
    prepare: ({ run }) => run(['users', 'create', 'alice', '--password-stdin'], 'a long password'),
  });
  const logIn = (name, password, ip) =>
    ask(`${service.url}/snippets/`, { headers: { ...basic(name, password), 'X-Forwarded-For': ip } });
  try {
    await logIn('nobody', 'wrong', '192.0.2.1');
    const { result, ...seen } = await observe(service, async () => {
      const wrong = Array.from({ length: 200 }, (_, i) => logIn(`name-${i}`, 'wrong', '192.0.2.1'));
      const right = await logIn('alice', 'a long password', '198.51.100.7');
      return { right, wrong: await Promise.all(wrong) };
    });
    report('12', '200 wrong logins under different names at once', tally(result.wrong), seen);
    report('12', 'a right login from another ip meanwhile', String(result.right.status), {
      ...seen,
      ms: result.right.ms,
    });
  } finally {
    await service.stop();
  }
}
