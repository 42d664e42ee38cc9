import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'オプション',
  new: '新しいオプション',
  none: 'オプションはまだありません。Tシャツ、昼食、駐車場などをチケットと一緒に販売できます。',
  example: 'Tシャツ',
  per: { SEAT: '参加者ごと', ORDER: '注文ごとに1回' },
  sold: (count, stock) => (stock === null ? `${count}点販売` : `${stock}点中${count}点販売`),
  editOf: (addon) => `「${addon}」を編集`,
  unit: '販売単位',
  stock: '在庫',
  maxQuantity: { SEAT: '参加者1人の上限', ORDER: '1注文の上限' },
  onlyWith: '次のチケットのみ',
  onlyWithHint: '選ばない場合は全チケットが対象です。',
  save: 'オプションを保存',
  saved: 'オプションを保存しました。',
  deletion: {
    title: (addon) => `「${addon}」を削除しますか？`,
    action: 'オプションを削除',
    hint: '販売または選択されたオプションは削除できません。代わりに停止してください。',
  },
}
