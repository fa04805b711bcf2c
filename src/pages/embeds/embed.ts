// What other sites show of a page: a few figures as JSON, a line written by a script, and a small frame.
import type { PageView } from '../../domain/status-page/page-view.ts'
import { verdictOf } from '../banner.ts'
import { html } from '../html.ts'
import { documentOf } from '../parts/document.ts'
import { shape } from '../parts/shapes.ts'
import { type Visit } from '../visit.ts'

export function embedOf(view: PageView, visit: Visit): object {
  const next = view.planned.find(({ phase }) => phase === 'planned')
  const { sentence, tone } = verdictOf(view, visit)
  return {
    object: 'status_page_embed',
    slug: view.slug,
    name: view.name,
    url: visit.url,
    overall_status: visit.stale ? null : view.overallStatus,
    sentence,
    tone,
    components: view.components.map(({ name, status }) => ({ name, status })),
    active_announcements: view.active.map(({ id, title, status, severity, createdAt }) => ({
      id,
      title,
      status,
      severity,
      url: `${visit.url}/incidents/${id}`,
      created_at: createdAt.toISOString(),
    })),
    next_maintenance: next
      ? {
          id: next.id,
          title: next.title,
          scheduled_start: next.scheduledStart?.toISOString() ?? null,
          scheduled_end: next.scheduledEnd?.toISOString() ?? null,
        }
      : null,
    updated_at: view.asOf.toISOString(),
  }
}

export function framePage(view: PageView, visit: Visit): string {
  const { tone, sentence } = verdictOf(view, visit)
  const body = html`<main class="frame">
    ${shape(tone, 18)}<a href="${visit.url}" target="_blank" rel="noopener">${sentence}</a>
  </main>`
  return documentOf({ language: visit.language, theme: view.theme, title: sentence }, body)
}

/** Puts a line where its script tag stands; it has the font and colour of the text around it. */
export const widgetScript = `(()=>{const s=document.currentScript,u=new URL(s.src),h=document.createElement('span');
const lang=u.searchParams.get('lang');u.pathname=u.pathname.replace(/\\/widget\\.js$/,'');u.search=lang?'?lang='+encodeURIComponent(lang):'';
const r=h.attachShadow({mode:'open'});s.after(h);
const paths={up:'M7 1.8a5.2 5.2 0 1 0 0 10.4A5.2 5.2 0 0 0 7 1.8Z',degraded:'M7 1.3 13 12.7H1Z',down:'M1 1h12v12H1Z',maintenance:'M4.3 1.7h5.4L12.6 7l-2.9 5.3H4.3L1.4 7Z',idle:'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z'};
const colours={up:'#17977a',degraded:'#c47d00',down:'#bb2a18',maintenance:'#3f74d6',idle:'#87948d'};
const draw=d=>{const a=document.createElement('a');a.href=d.url;a.textContent=d.sentence;a.style.cssText='color:inherit;font:inherit';
const n='http://www.w3.org/2000/svg',g=document.createElementNS(n,'svg'),p=document.createElementNS(n,'path');g.setAttribute('viewBox','0 0 14 14');g.setAttribute('width','14');g.setAttribute('height','14');g.setAttribute('aria-hidden','true');g.style.cssText='vertical-align:-2px;margin-inline-end:.4em';
p.setAttribute('d',paths[d.tone]||paths.idle);p.setAttribute('fill',colours[d.tone]||colours.idle);g.append(p);r.replaceChildren(g,a)};
const look=()=>fetch(u).then(x=>x.ok?x.json():Promise.reject()).then(draw).catch(()=>{});look();setInterval(look,6e4)})();
`
