import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startLogExport } from './log-export.ts'
import { LogOutput } from './log-output.ts'

interface Sent {
  resourceLogs: { scopeLogs: { logRecords: Record<string, unknown>[] }[] }[]
}

/** A collector that keeps what it is sent. */
async function collector(): Promise<{ url: string; records: () => Record<string, unknown>[] }> {
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    sent.push(JSON.parse(Buffer.concat(chunks).toString()) as Sent)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const records = () =>
    sent.flatMap(({ resourceLogs }) =>
      resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap((one) => one.logRecords)),
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs`, records }
}

function exportTo(url: string): void {
  process.env.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT = url
  onTestFinished(() => {
    delete process.env.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT
  })
}

test('lines reach the collector with their level, fields and trace, and without secrets', async () => {
  const { url, records } = await collector()
  exportTo(url)
  const output = new LogOutput(() => undefined, Number.POSITIVE_INFINITY)
  const stop = startLogExport(output, '1.2.3')
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const line = {
    level: 40,
    time: 1_800_000_000_000,
    part: 'http',
    trace_id: traceId,
    request_id: 'r-1',
    user: { id: 7 },
  }
  output.write(`${JSON.stringify({ ...line, url: `/x?token=pha_${'s'.repeat(43)}`, msg: 'GET /v1/jobs 404' })}\n`)
  await stop()
  expect(records()).toHaveLength(1)
  expect(records()[0]).toMatchObject({
    timeUnixNano: '1800000000000000000',
    severityText: 'WARN',
    body: { stringValue: 'GET /v1/jobs 404' },
    traceId,
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  const attributes = JSON.stringify(records()[0]?.attributes)
  expect(attributes).toContain('"part"')
  expect(attributes).toContain(String.raw`{\"id\":7}`)
  expect(JSON.stringify(records())).not.toContain('pha_')
})

test('a collector that is away is no fault of the product: it ends all the same', async () => {
  exportTo('http://127.0.0.1:1/v1/logs')
  const output = new LogOutput(() => undefined, Number.POSITIVE_INFINITY)
  const stop = startLogExport(output, '1.2.3')
  output.write(`${JSON.stringify({ level: 50, time: Date.now(), msg: 'Something failed' })}\n`)
  await expect(stop()).resolves.toBeUndefined()
})
