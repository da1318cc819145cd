import { tokenPairSchema } from '@packhouse/contract'
import { Caller } from '../caller.ts'
import { SAMPLE_PASSWORD } from '../databases.ts'
import { emailOf } from '../test-app.ts'

/** Makes an API key with which records can be published over HTTP, as staff would. */
export async function makePublishingKey(httpPort: number): Promise<string> {
  const anonymous = new Caller(httpPort)
  const signIn = { email: emailOf('staff'), password: SAMPLE_PASSWORD }
  const staff = new Caller(httpPort, tokenPairSchema.parse(await anonymous.call('login', { body: signIn })))
  const draft = { name: 'Crash test', ratePerMinute: 10_000 }
  const made = (await staff.post('/v1/auth/api-keys', draft)).body as { id: string; key: string }
  const { body } = await staff.get('/v1/auth/api-key-scopes')
  const scope = (body as { items: { id: string; name: string }[] }).items.find(
    ({ name }) => name === 'telemetry:publish',
  )
  const given = await staff.request(`/v1/auth/api-keys/${made.id}/scopes`, {
    method: 'PUT',
    body: { ids: [scope?.id] },
  })
  if (given.status !== 204) throw new Error(`The key was not made: ${given.text}`)
  return made.key
}
