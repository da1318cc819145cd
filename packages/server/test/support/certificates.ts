import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a certificate for 127.0.0.1 that signs itself, with its key, both PEM. */
export function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'packhouse-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', '/CN=broker', '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', key, '-out', cert, '-days', '1', '-nodes']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...files, ...subject],
      // node-opcua-crypto leaves OPENSSL_CONF=undefined behind once it has read a key; openssl would look for that file.
      { stdio: 'pipe', env: { PATH: process.env.PATH } },
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
