/** Japanese has one form for every number, so `number(1200)` and a counter make "1,200名". */
export const number = (count: number) => count.toLocaleString('ja')
