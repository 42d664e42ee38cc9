import { describe, expect, it } from 'vitest'
import { csvLine } from '../../src/kernel/csv.ts'
import { withQuestions } from '../../src/modules/exports/exports.ts'

describe('csvLine', () => {
  it.each([
    [['a', 'b'], 'a,b'],
    [[null, '', 0, true], ',,0,true'],
    [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
    [['=1+1', '+33 6', '-1', '@me'], "'=1+1,'+33 6,'-1,'@me"],
    [['  =1+1'], `"'  =1+1"`],
    [['\u00a0=1+1', '\u3000+1', '\u200b@me', '\ufeff-1'], `"'\u00a0=1+1","'\u3000+1","'\u200b@me","'\ufeff-1"`],
    [['a;=1+1', 'a; @b', '1-;2', 'a;b'], `"'a;=1+1","'a; @b","'1-;2",a;b`],
    [['\t=1+1'], `"'\t=1+1"`],
    [['\r=1'], '"\'\r=1"'],
    [[' \u0001=1', '  \u0001a'], `"' \u0001=1","'  \u0001a"`],
    [['\u007f=1', '\u009b=1', '\u007fa'], `"'\u007f=1","'\u009b=1",'\u007fa`],
    [['\uff1d1', '\uff0b1', 'a;\uff201'], `'\uff1d1,'\uff0b1,"'a;\uff201"`],
    [['\u2061=1', '\u2066=1', '\u061c=1', '\u3164=1'], `"'\u2061=1","'\u2066=1","'\u061c=1","'\u3164=1"`],
    [['\u200fa', '\u2066a', ' a'], '\u200fa,\u2066a, a'],
    [[-1, 'a=b', '7-8', 'x@y.test'], '-1,a=b,7-8,x@y.test'],
    [['="x"'], '"\'=""x"""'],
    [['Zoë 🎉'], 'Zoë 🎉'],
  ])('writes %j as %j', (cells, line) => {
    expect(csvLine(cells)).toBe(`${line}\r\n`)
  })
})

describe('withQuestions', () => {
  it.each([
    [[], ['id', 'email']],
    [[['q_1', 'Diet']], ['id', 'email', 'Diet']],
    [[['q_1', 'email']], ['id', 'email', 'email (q_1)']],
    [[['q_1', 'Email']], ['id', 'email', 'Email']],
    [
      [
        ['q_1', 'Diet'],
        ['q_2', 'Diet'],
        ['q_3', 'Size'],
      ],
      ['id', 'email', 'Diet (q_1)', 'Diet (q_2)', 'Size'],
    ],
    [
      [
        ['q_1', 'Diet'],
        ['q_2', 'Diet'],
        ['q_3', 'Diet (q_1)'],
      ],
      ['id', 'email', 'Diet (q_1) (q_1)', 'Diet (q_2)', 'Diet (q_1)'],
    ],
  ])('with questions %j: returns the unique column names %j', (questions, names) => {
    const asked = questions.map(([id = '', label = '']) => ({ id, label }))
    expect(withQuestions(['id', 'email'], asked)).toEqual(names)
  })
})
