/** Makes a certificate with its key. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Signed by itself, for this machine. */
export function makeCertificate(into: string, name: string): { TLS_CERT: string; TLS_KEY: string } {
  const [TLS_CERT, TLS_KEY] = [join(into, `${name}.pem`), join(into, `${name}-key.pem`)];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', TLS_KEY, '-out', TLS_CERT],
    ],
    { stdio: 'ignore' },
  );
  return { TLS_CERT, TLS_KEY };
}
