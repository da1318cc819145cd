import { expect, test } from 'vitest'
import { curlLines } from './curl-lines.ts'

test('there is a line for all machines, and for the live values and the history of each', () => {
  expect(curlLines('https://packhouse.example.com', ['VFFS-2214'], 'phk_x')).toEqual([
    'curl -H "X-API-KEY: phk_x" "https://packhouse.example.com/v1/partner/machines"',
    'curl -H "X-API-KEY: phk_x" "https://packhouse.example.com/v1/partner/machines/VFFS-2214"',
    'curl -H "X-API-KEY: phk_x" "https://packhouse.example.com/v1/partner/machines/VFFS-2214/history?tag=CycleCount&hours=24"',
  ])
})
