import { expect, test } from 'vitest'
import { addPushDevice } from '../alarms/push.ts'
import { field } from './field.ts'
import { isOwnPath } from './text-schemas.ts'

// 65 and 16 bytes.
const P256DH = `${'BAQE'.repeat(21)}BAQ`
const AUTH = `${'BAQE'.repeat(5)}BA`

const doors = {
  'a field for an address': (url: string) => field.url({ label: 'Address', required: true }).schema.safeParse(url),
  'the address of a browser': (endpoint: string) =>
    addPushDevice.body?.safeParse({ endpoint, keys: { p256dh: P256DH, auth: AUTH } }),
}

test.each(Object.entries(doors))('%s is taken as it leads, or not at all', (_name, parse) => {
  expect(parse('https://push.example/a')?.success).toBe(true)
  for (const url of ['https://push.exam\tple/a', 'https://push.example/\na', 'https://push.example/\ra', 'ht\ttps://a'])
    expect(
      parse(url)?.error?.issues.map(({ message }) => message),
      url,
    ).toEqual(['must not contain white space'])
  for (const url of ['javascript:alert(1)', 'ftp://push.example/', 'push.example'])
    expect(parse(url)?.success, url).toBe(false)
})

test('a path of this site leads nowhere else', () => {
  expect(['/docs', '/a?b=c#d', '/'].filter((path) => !isOwnPath(path))).toEqual([])
  const elsewhere = ['//a.example', '/\\a.example', '/\t/a.example', '/a b', 'docs', '']
  expect(elsewhere.filter(isOwnPath)).toEqual([])
})
