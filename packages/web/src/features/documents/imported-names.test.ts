import { expect, test } from 'vitest'
import { importedNames } from './imported-names.ts'

const SOURCES = {
  'letterhead.typ': '#let head = []',
  'table.typ': '#import "letterhead.typ": head\n#include "terms.typ"',
  'terms.typ': '#import "table.typ"',
  'other.typ': '',
}

test('partials are those that a template names, and that these name, each once', () => {
  expect(importedNames('#import "table.typ": rows\n#import "letterhead.typ"', SOURCES)).toEqual([
    'table.typ',
    'letterhead.typ',
    'terms.typ',
  ])
})

test('what is not there, or is only data, is no partial', () => {
  expect(importedNames('#import "gone.typ"\n#json("data.json")\n#import "@preview/x:1.0.0"', SOURCES)).toEqual([])
  expect(importedNames('#import "constructor"', SOURCES)).toEqual([])
})
