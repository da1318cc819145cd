import { api } from '@packhouse/contract'
import { callApi } from '../../lib/api-client.ts'
import { declared, type ResourceRow } from '../../resource/registry.ts'
import { SecretForm } from '../../resource/secret-form.tsx'

/** The secret that signs the webhook of a rule. */
export function WebhookTab({ row }: { row: ResourceRow }) {
  return (
    <SecretForm
      row={row}
      resource={declared('alarmRule')}
      label="Secret"
      rule="At least 16 characters."
      call={api.setAlarmRuleSecret}
      save={(secret) => callApi(api.setAlarmRuleSecret, { params: { id: row.id }, body: { secret } })}
    >
      <p className="text-text-2">
        With a secret each POST carries <code>X-Packhouse-Signature: t=…,v1=…</code>, the HMAC-SHA256 of time and body,
        so that the receiver knows that it is from here.
      </p>
    </SecretForm>
  )
}
