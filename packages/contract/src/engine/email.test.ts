import { describe, expect, test } from 'vitest'
import { emailSchema, foldEmail, isEmail, mailtoAddress, needsSmtpUtf8 } from './email.ts'

describe('an address of mail', () => {
  test.each([
    'ada@example.org',
    'Ada.Lovelace+spares@Example.Org',
    'r&d@example.org',
    "o'brien/labs!#$%*=?^_`{|}~@example.org",
    '_@example.org',
    'a@b.co',
    '1@2.example',
    'info@müller-verpackung.example',
    'info@xn--mller-verpackung-jzb.example',
    'jörg@müller.example',
    '用户@例子.中国',
    'почта@пример.рф',
    'a@xn--80akhbyknj4f.xn--p1ai',
    '"john doe"@example.org',
    '"a@b"@example.org',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.example`,
  ])('is %s', (text) => {
    expect(isEmail(text)).toBe(true)
    expect(emailSchema().safeParse(text).data).toBe(text)
  })

  test.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'two@@example.com',
    'a b@example.com',
    'ada@example',
    'ada@localhost',
    'ada@[192.0.2.1]',
    'ada@192.0.2.1',
    '.ada@example.org',
    'ada.@example.org',
    'a..b@example.org',
    'ada@-x.example',
    'ada@x-.example',
    'ada@x..example',
    'ada@x.example.',
    'ada@x_y.example',
    'ada@x.example:25',
    'ada@x.example/y',
    'ada\u200b@example.org',
    'ada\u00a0@example.org',
    'ada\n@example.org',
    'ada@example.org\nBcc: eve@example.org',
    'ada,eve@example.org',
    'Ada <ada@example.org>',
    '"ada"@example.org',
    '"a<b>"@example.org',
    '"a"b"@example.org',
    '\ud800@example.org',
    `${'a'.repeat(65)}@example.org`,
    `${'ä'.repeat(33)}@example.org`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'ü'.repeat(62)}.example`,
    `a@${'b.'.repeat(130)}example`,
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false))
})

test.each([
  ['ADA@Example.org', 'ada@example.ORG', true],
  ['info@müller.example', 'info@xn--mller-kva.example', true],
  ['info@MÜLLER.example', 'INFO@XN--MLLER-KVA.example', true],
  ['info@mu\u0308ller.example', 'info@müller.example', true],
  ['JÖRG@x.example', 'jo\u0308rg@x.example', true],
  ['info@müller.example', 'info@muller.example', false],
  ['info@straße.example', 'info@strasse.example', false],
  ['r&d@x.example', 'rd@x.example', false],
])('%s and %s are one mailbox: %j', (one, other, isSame) => {
  expect(foldEmail(one) === foldEmail(other)).toBe(isSame)
  expect(foldEmail(foldEmail(one))).toBe(foldEmail(one))
})

test('only what is before the @ needs SMTPUTF8', () => {
  expect(['jörg@x.example', 'info@müller.example', 'ada@x.example'].map(needsSmtpUtf8)).toEqual([true, false, false])
})

test('a link keeps the signs of an address', () => {
  expect(mailtoAddress('r&d?x@müller.example')).toBe('mailto:r%26d%3Fx@m%C3%BCller.example')
})
