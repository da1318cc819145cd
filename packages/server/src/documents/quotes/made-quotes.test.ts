import { expect, test, vi } from 'vitest'
import type { RenderedDocument } from '../render/render-task.ts'
import type { RenderSource } from '../renderer.ts'
import { MadeQuotes } from './made-quotes.ts'

const task = (data: string, files = {}): RenderSource => ({ type: 'quote', sources: {}, data, files, madeAt: 1 })
const pdf = (bytes = 10) => ({ pdf: new Uint8Array(bytes) }) as RenderedDocument

test('a document is made once, also for those who ask while it is made, and anew where anything of it differs', async () => {
  const quotes = new MadeQuotes()
  const render = vi.fn(async () => pdf())
  const picture = (first: number) => ({ 'a.webp': new Uint8Array([first]) })
  const [first, second] = await Promise.all([quotes.get(task('1'), render), quotes.get(task('1'), render)])
  expect(await quotes.get(task('1'), render)).toBe(first)
  expect(second).toBe(first)
  expect(render).toHaveBeenCalledTimes(1)
  await quotes.get(task('2'), render)
  await quotes.get(task('1', picture(1)), render)
  await quotes.get(task('1', picture(2)), render)
  expect(render).toHaveBeenCalledTimes(4)
})

test('what failed is tried again', async () => {
  const quotes = new MadeQuotes()
  await expect(quotes.get(task('1'), () => Promise.reject(new Error('No room')))).rejects.toThrow('No room')
  expect((await quotes.get(task('1'), async () => pdf())).pdf).toHaveLength(10)
})

test('no more bytes are remembered than there is room for: those that were asked for last', async () => {
  const quotes = new MadeQuotes(25)
  const render = vi.fn(async () => pdf())
  for (const data of ['1', '2', '1', '3']) await quotes.get(task(data), render)
  expect(render).toHaveBeenCalledTimes(3)
  await quotes.get(task('1'), render)
  expect(render).toHaveBeenCalledTimes(3)
  await quotes.get(task('2'), render)
  expect(render).toHaveBeenCalledTimes(4)
})
