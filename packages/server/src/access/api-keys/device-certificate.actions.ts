import { X509Certificate } from 'node:crypto'
import { deviceCertificates as declared } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { rowOf } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'

/** What is stored of a subject; a longer one is cut. */
const SUBJECT_LENGTH = 1_000

/** @param certificates the store of the certificates, in the row scope of the caller */
export function deviceCertificateHandlers(certificates: ResourceStore): HandlersOf<'registerDeviceCertificate'> {
  return {
    registerDeviceCertificate: async ({ principal, body }) => {
      const { certificate, revoked = false, ...given } = body
      const { fingerprint256, subject, validToDate } = parse(certificate)
      const row = await certificates.write(principal, (db) =>
        certificates.createIn(db, principal, {
          ...given,
          revoked,
          fingerprint: fingerprint256,
          subject: subject.slice(0, SUBJECT_LENGTH),
          endsAt: validToDate.toISOString(),
        }),
      )
      return rowOf(declared, row)
    },
  }
}

function parse(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    const message = t('access.isNoCertificate')
    const error = { path: 'body.certificate', code: 'certificate', message }
    throw new ProblemError('invalid_request', `${error.path} ${message}`, [error])
  }
}
