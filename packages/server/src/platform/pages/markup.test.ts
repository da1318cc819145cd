import { expect, test } from 'vitest'
import { html } from './markup.ts'

test('what is filled in is text, in an element and in an attribute; markup stays markup, and nothing leaves nothing', () => {
  const evil = `"><script>alert('1')</script>&`
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;'
  expect(html`<a title="${evil}">${evil}</a>`.text).toBe(`<a title="${escaped}">${escaped}</a>`)
  expect(html`<ul>${['a', 'b<'].map((one) => html`<li>${one}</li>`)}</ul>`.text).toBe(
    '<ul><li>a</li><li>b&lt;</li></ul>',
  )
  expect(html`${null}${false}${0}`.text).toBe('0')
})
