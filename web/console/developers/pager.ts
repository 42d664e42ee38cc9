import { element } from '../../shared/element.ts'

const small = (label: string) => element('button', { type: 'button', class: 'button plain small' }, label)

/** Goes through a list page by page, newest first; away while one page holds it all. */
export const createPager = (turned: () => void) => {
  let page = 1
  const count = element('p', { class: 'quiet', role: 'status' })
  const [newer, older] = [small('Newer'), small('Older')]
  const buttons = element('div', { class: 'row', hidden: true }, newer, older)
  const turn = (by: number) => {
    page += by
    turned()
  }
  newer.addEventListener('click', () => turn(-1))
  older.addEventListener('click', () => turn(1))
  return {
    node: element('div', { class: 'row between' }, count, buttons),
    page: () => page,
    toFirst: () => (page = 1),
    show: (words: string, pages: number) => {
      const text = pages > 1 ? `${words}, page ${page} of ${pages}` : words
      if (count.textContent !== text) count.textContent = text
      buttons.hidden = pages <= 1
      newer.disabled = page <= 1
      older.disabled = page >= pages
    },
  }
}
