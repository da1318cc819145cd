import { authorizedFetch } from '../api-client.ts'
import { readProblem } from '../api-error.ts'
import { type CallShape, toRequest } from '../api-request.ts'
import type { OutboxFile } from './outbox.ts'

/** Attaches a picture of an entry to what the entry has become. The id that the device made goes with it: the same again is attached once. */
export async function attachEntryFile(
  call: CallShape,
  ownerId: string,
  { id, name, content }: OutboxFile,
): Promise<void> {
  const body = new FormData()
  body.append('file', content, name)
  const request = toRequest(call, { params: { id: ownerId }, query: { fileId: id } })
  const response = await authorizedFetch({ ...request, body })
  if (!response.ok) throw await readProblem(response)
}
