import { describe, expect, test } from 'vitest'
import { assertXmlWithin, XmlLimitError } from './xml-limits.ts'

const limits = { bytes: 1_000, elements: 5, depth: 3, attributes: 4 }

/** What is wrong with a document; undefined if nothing is. */
function faultOf(xml: string, changes: Partial<typeof limits> = {}): string | undefined {
  try {
    assertXmlWithin({ ...limits, ...changes }, xml)
    return undefined
  } catch (error) {
    if (error instanceof XmlLimitError) return error.fault
    throw error
  }
}

describe('a document', () => {
  test('is counted', () => {
    expect(assertXmlWithin(limits, '<?xml version="1.0"?><a b="1" c="2"><d>&lt;x/&gt;</d><![CDATA[<e/>]]></a>')).toBe(2)
  })

  test.each([
    ['bytes', `<a>${'x'.repeat(994)}</a>`],
    ['bytes', `<a>${'ö'.repeat(500)}</a>`],
    ['elements', `<a>${'<b/>'.repeat(5)}</a>`],
    ['depth', '<a><b><c><d/></c></b></a>'],
    ['attributes', '<a a="1" b="2"><b c="3" d="4" e="5"/></a>'],
    ['document_type', '<!DOCTYPE a [<!ENTITY x "y">]><a/>'],
    ['document_type', '<a/><!doctype a>'],
    ['not_xml', ''],
    ['not_xml', 'text'],
    ['not_xml', '<a>'],
    ['not_xml', '<a></b>'],
    ['not_xml', '<a>&unknown;</a>'],
    ['not_xml', '<a b=1/>'],
    ['not_xml', '<a/>text'],
  ])('is refused for %s', (fault, xml) => {
    expect(faultOf(xml)).toBe(fault)
  })

  test.each([
    `<a>${'x'.repeat(993)}</a>`,
    `<a>${'<b/>'.repeat(4)}</a>`,
    `<a>${'<b><c/></b>'.repeat(2)}</a>`,
    '<a a="1" b="2"><b c="3" d="4"/></a>',
  ])('is taken up to the limits', (xml) => {
    expect(faultOf(xml)).toBeUndefined()
  })

  test('is read no further than the limit: what comes behind it is not even looked at', () => {
    const behind = ' not XML at all <<<'.repeat(1_000)
    expect(faultOf(`<a>${'<b/>'.repeat(5_000)}${behind}`, { bytes: 1_000_000 })).toBe('elements')
  })

  test('counts an element whose start tag never ends', () => {
    expect(faultOf(`<a>${'<b>'.repeat(4)}<c ${'x="1" '.repeat(9)}`, { depth: 9 })).toBe('elements')
  })
})
