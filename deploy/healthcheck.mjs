// Ends with 0 when the service of this container answers on /healthz, else with 1 and the reason.
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

const { PORT = '8000', TLS_CERT = '' } = process.env;

const [scheme, get] = TLS_CERT === '' ? ['http', getHttp] : ['https', getHttps];
// The certificate is for the public name, and this connection does not leave the container.
const options = { timeout: 4000, rejectUnauthorized: false };
const request = get(`${scheme}://127.0.0.1:${PORT}/healthz`, options, (response) => {
  response.resume();
  if (response.statusCode !== 200) fail(`status ${response.statusCode}`);
});
request.on('timeout', () => request.destroy(new Error('no answer within 4 seconds')));
request.on('error', (error) => fail(error.message));

/** @param {string} reason */
function fail(reason) {
  console.error(`/healthz: ${reason}`);
  process.exitCode = 1;
}
