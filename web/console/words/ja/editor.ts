import type { EditorWords } from '../en/editor.ts'
import { number } from './counted.ts'

export const editor: EditorWords = {
  frame: { tabs: 'このイベントの項目', overview: '概要', viewPage: 'ページを見る' },

  title: (event) => `${event}を編集`,
  parts: { what: '詳細', when: '日時', where: '場所', registration: '申し込み', seen: '公開範囲' },
  preview: 'プレビュー',
  unsaved: '未保存の変更',
  allSaved: '保存済み',
  saved: '変更を保存しました。',
  publish: '公開',
  ticketsAndQuestions: 'チケットと質問',

  saving: {
    title: '変更を保存',
    saveAndEmail: (guests) => `保存して${number(guests)}名にメール`,
    applyTo: '適用先',
    apply: { this: 'この日程のみ', following: 'この日程とそれ以降', all: 'シリーズのすべての日程' },
    allHint: '個別に編集した日程の変更はそのまま残ります。',
    willChange: (dates) => `${number(dates)}件の日程が変わります。`,
    email: (guests) => `${number(guests)}名にメール`,
    emailHint: '新しい日時と場所をお知らせします。',
  },

  cover: {
    label: 'カバー画像',
    choose: '画像を選択',
    replace: '別の画像を選択',
    uploading: 'アップロード中…',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}、${kilobytes} KB。アップロード前にブラウザーでメタデータを削除しました。`,
    hint: 'JPEG、PNG、WebPをドロップ、貼り付け、または選択。ない場合はポスターを自動で作成します。',
    logoHint: 'JPEG、PNG、WebPをドロップまたは選択。ない場合は名前の最初の文字を表示します。',
    useColour: '画像の色を使う',
    remove: '画像を削除',
    linkPreview: 'リンクのプレビュー',
  },

  hues: { colour: (degrees) => `色 ${degrees}°`, automatic: '自動（名前から）' },
}
