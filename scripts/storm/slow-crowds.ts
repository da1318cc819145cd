import type { Socket } from 'node:net'
import { placeOf } from './http-floods.ts'
import { brokerOf } from './mqtt-floods.ts'
import { holdCrowd } from './sockets.ts'
import { attackersAddress, type Flood, signIn } from './target.ts'

const SIZE = 5_000
const UNREAD_LIFETIME_MS = 20_000
const STREAM = '/v1/ignition/machines/me/stream'

const idle = (): undefined => undefined
const slowHeader = (socket: Socket) => socket.write('GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Slow: ')
const slowBody = (socket: Socket) =>
  socket.write(
    'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{',
  )

/** 5,000 connections of one kind that do as little as possible, each crowd from its own address. */
export const slowCrowds: Record<string, Flood> = {
  'HTTP idle': async ({ url }, until) => summary(await holdCrowd({ ...placeOf(url, 1), size: SIZE, act: idle }, until)),
  'HTTP slow header': async ({ url }, until) =>
    summary(await holdCrowd({ ...placeOf(url, 2), size: SIZE, act: slowHeader }, until)),
  'HTTP slow body': async ({ url }, until) =>
    summary(await holdCrowd({ ...placeOf(url, 3), size: SIZE, act: slowBody }, until)),
  'stream that is not read': async ({ url, attacker, password }, until) => {
    const { authorization } = await signIn(url, attacker, password, attackersAddress(url, 4))
    const act = (socket: Socket) => {
      socket.pause()
      socket.write(`GET ${STREAM} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)
    }
    const lifetimeMs = UNREAD_LIFETIME_MS
    return summary(await holdCrowd({ ...placeOf(url, 4), size: SIZE, lifetimeMs, act }, until))
  },
  'MQTT idle': async (target, until) =>
    summary(await holdCrowd({ ...brokerOf(target, 5), size: SIZE, act: idle }, until)),
}

function summary({ opened, ended }: { opened: number; ended: number }): string {
  return `${opened} opened, ${ended} ended`
}
