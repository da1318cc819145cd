import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ProjectReadings } from './project-readings.ts'
import type { Project } from './project-sheet.ts'

const queryKey = ['project', 'a']
let stop: (() => void) | undefined
afterEach(() => stop?.())

/** A project that is on the screen, whose readings the test answers. */
async function open() {
  const client = new QueryClient()
  const asked: PromiseWithResolvers<Project>[] = []
  const queryFn = () => {
    const reading = Promise.withResolvers<Project>()
    asked.push(reading)
    return reading.promise
  }
  stop = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => undefined)
  const answer = async (title: string) => {
    asked.at(-1)?.resolve({ title } as Project)
    await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  }
  await answer('Before')
  return { client, asked, answer, readings: new ProjectReadings(client, queryKey) }
}

test('a response that has arrived but was not taken before a change was answered is dropped, and the project is read again', async () => {
  const { client, asked, answer, readings } = await open()
  expect(readings.take()?.title).toBe('Before')
  void client.invalidateQueries({ queryKey })
  await answer('Without the line')
  readings.changeAnswered()
  expect(readings.take()).toBeUndefined()
  expect(asked.length).toBe(3)
  await answer('With the line')
  expect(readings.take()?.title).toBe('With the line')
})

test('a request that is running when a change is answered is cancelled and sent again', async () => {
  const { client, asked, answer, readings } = await open()
  readings.take()
  void client.invalidateQueries({ queryKey })
  readings.changeAnswered()
  asked[1]?.resolve({ title: 'Without the line' } as Project)
  await answer('With the line')
  expect(asked.length).toBe(3)
  expect(readings.take()?.title).toBe('With the line')
})

test('a response that was taken before a change is not read again', async () => {
  const { asked, readings } = await open()
  readings.take()
  readings.changeAnswered()
  expect(asked.length).toBe(1)
})
