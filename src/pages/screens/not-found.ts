// The response for pages that are private, locked, deleted or unknown: visitors cannot tell which.
import { html } from '../html.ts'
import { type Language, wordsIn } from '../languages.ts'
import { documentOf } from '../parts/document.ts'
import { mark } from '../parts/shapes.ts'

/** The form posts to its own address, so that the response is the same everywhere. */
export function notFoundPage(language: Language, problem: 'wrong' | 'tooMany' | null = null): string {
  const { notFound: words, watchedBy } = wordsIn[language]
  const wrong = problem && html`<p class="err" id="wrong" role="alert">${words[problem]}</p>`
  const body = html`<div class="wrap">
    <main>
      <h1>${words.title}</h1>
      <p class="muted">${words.detail}</p>
      <form class="form" method="post">
        <label
          >${words.password}<input
            type="password"
            name="password"
            required
            maxlength="200"
            autocomplete="current-password"
            ${problem && html` aria-invalid="true" aria-describedby="wrong"`} /></label
        ><button class="btn primary">${words.open}</button>${wrong}
      </form>
    </main>
    <footer class="foot"><span class="by-lw">${mark}${watchedBy}</span></footer>
  </div>`
  const head = html`<meta name="robots" content="noindex" />`
  return documentOf({ language, theme: 'auto', title: words.title, head }, body)
}
