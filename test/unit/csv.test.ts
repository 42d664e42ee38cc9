import { describe, expect, it } from 'vitest'
import { csvLine } from '../../src/kernel/csv.ts'

describe('a line of CSV', () => {
  it.each([
    [['a', 'b'], 'a,b'],
    [[null, '', 0, true], ',,0,true'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
    [['=1+1', '+33 6', '-1', '@me'], "'=1+1,'+33 6,'-1,'@me"],
    [['  =1+1'], "'  =1+1"],
    [['\t=1+1'], "'\t=1+1"],
    [['\r=1'], '"\'\r=1"'],
    [[-1, 'a=b', '7-8', 'x@y.test'], '-1,a=b,7-8,x@y.test'],
    [['="x"'], '"\'=""x"""'],
    [['Zoë 🎉'], 'Zoë 🎉'],
  ])('%j is %j', (cells, line) => {
    expect(csvLine(cells)).toBe(`${line}\r\n`)
  })
})
