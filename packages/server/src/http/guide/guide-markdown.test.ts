import { expect, test } from 'vitest'
import { renderGuide } from './guide-markdown.ts'

const render = (markdown: string) =>
  renderGuide(markdown, (address) => (address === 'gone' ? undefined : { href: address }))

test('a guide has a title, a summary, headings with anchors of their own, and sections for the search', () => {
  const guide = render(
    "# Is it *running*?\n\nLook at `x` & y's.\n\n## A part\n\nOne.\n\n- Two **bold**\n\n### A part\n\nThree.\n",
  )
  expect(guide).toMatchObject({
    title: 'Is it running?',
    summary: "Look at x & y's.",
    headings: [
      { depth: 2, text: 'A part', anchor: 'a-part' },
      { depth: 3, text: 'A part', anchor: 'a-part-2' },
    ],
    sections: [
      { heading: '', text: "Look at x & y's." },
      { heading: 'A part', anchor: 'a-part', text: 'One. Two bold' },
      { heading: 'A part', anchor: 'a-part-2', text: 'Three.' },
    ],
  })
  expect(guide.body.text).toContain('<h2 id="a-part">A part <a class="anchor" href="#a-part"')
  expect(guide.body.text).not.toContain('<h1')
})

test('HTML in a guide is shown as text, in words, in code and in what follows a fence', () => {
  const { text } = render(
    '# T\n\nIt.\n\nA <script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n```"><i> x\n<b>\n```\n\n`<u>`\n',
  ).body
  expect(text).not.toMatch(/<(script|img|i|b|u)\b/)
  expect(text).toContain('&lt;script&gt;')
  expect(text).toContain('<pre data-language="&quot;&gt;&lt;i&gt;"><code>&lt;b&gt;</code></pre>')
})

test('what follows the language of a code block is not shown', () => {
  const { text } = render('# T\n\nIt.\n\n```sh not-run="no"\nls\n```\n').body
  expect(text).toBe('<pre data-language="sh"><code>ls</code></pre>\n')
})

test('a link that leads nowhere becomes words, and a picture that is not there is a fault', () => {
  expect(render('# T\n\n[here](there) and [gone](gone)').lead.text).toBe('<p><a href="there">here</a> and gone</p>\n')
  expect(() => render('# T\n\nIt.\n\n![x](gone)')).toThrow('gone')
})

test('a guide without a title, or without an answer below it, is a fault', () => {
  expect(() => render('Words.')).toThrow('title')
  expect(() => render('# T\n\n## Part\n\nWords.')).toThrow('answers')
})
