import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { Outgoing, OutgoingError } from './outgoing.ts'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

describe('an outgoing request', () => {
  test('carries method, headers and body, and brings status, headers and body back', async () => {
    const address = await serve((request, response) => {
      response.writeHead(201, { 'x-method': request.method, 'x-sent': request.headers['x-sent'] })
      request.pipe(response)
    })
    const body = new URLSearchParams({ a: 'ö' })
    const answer = await new Outgoing(true).fetch(address, { method: 'POST', headers: { 'x-sent': 'y' }, body })
    expect([answer.status, answer.headers.get('x-method'), answer.headers.get('x-sent')]).toEqual([201, 'POST', 'y'])
    expect(await answer.text()).toBe('a=%C3%B6')
  })

  test('ends in time, however slowly the answer drips', async () => {
    const address = await serve((_request, response) => void response.writeHead(200).write('x'))
    await expect(new Outgoing(true, 100).fetch(address)).rejects.toThrow(/did not answer within 0.1 seconds/)
  })

  test('takes no more than a megabyte', async () => {
    const address = await serve((_request, response) => response.end('x'.repeat(1024 * 1024 + 1)))
    await expect(new Outgoing(true).fetch(address)).rejects.toThrow(
      new OutgoingError('The answer is larger than 1 MiB.'),
    )
  })

  test('follows no redirect', async () => {
    const address = await serve((_request, response) => response.writeHead(302, { location: '/on' }).end())
    expect((await new Outgoing(true).fetch(address)).status).toBe(302)
  })

  test.each([
    'http://127.0.0.1:9',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'nothing',
    'http://user:private@receiver.example/private',
  ])('to %s is no request where private addresses are refused', async (address) => {
    const words = 'The address must start with https://.'
    await expect(new Outgoing(false).fetch(address)).rejects.toThrow(new OutgoingError(words))
  })

  test.each([
    'https://127.0.0.1:9',
    'https://localhost:9',
    'https://[::1]:9',
    'https://[::ffff:7f00:1]:9',
    'https://0x7f.1:9',
  ])('to %s stays out of closed networks', async (address) => {
    await expect(new Outgoing(false).fetch(address)).rejects.toThrow(/closed network.*ALLOW_PRIVATE_ADDRESSES/)
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://[fe80::1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fd00:ec2::254]/',
  ])('to %s is never made', async (address) => {
    await expect(new Outgoing(true).fetch(address)).rejects.toThrow(/never asked/)
  })
})
