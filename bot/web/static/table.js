// The table: draws replies of the API, and turns taps, drags and keys into commands.
// The server is the referee: nothing here knows the rules of a game.

const base = document.body.dataset.base;
const table = document.getElementById('table');
const main = table.parentElement;
const byID = (id) => document.getElementById(id);
const calm = matchMedia('(prefers-reduced-motion: reduce)');

const read = (id) => JSON.parse(byID(id)?.textContent || 'null');
const words = read('words') ?? {}; // texts in the player's language, and the names of cards
let reply = null; // the latest reply
let shown = null; // the latest reply with a board
let lifted = null; // {place, count}: a card lifted by keyboard
let pending = ''; // a digit, the first of two
let lastTap = null; // {card, from}: so that the next tap goes on, not back
let busy = false;
let missed = null; // a change that was reported while a command was on its way

const say = (key) => words[key] ?? '';
const el = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children.filter(Boolean));
  return node;
};

function suit(name, size) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', size);
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#' + name);
  svg.append(use);
  return svg;
}

// ---- drawing

// sizes fits seven columns into the width, and the longest one into the window.
function sizes(board) {
  const width = Math.min(760, main.clientWidth - 2 * parseFloat(getComputedStyle(main).paddingLeft));
  const gap = Math.max(2, Math.min(10, width / 100));
  const w = Math.min(96, (width - 8 * gap) / 7);
  const h = w * 1.4;
  const longest = Math.max(...board.piles.map((p) => Math.max(1, p.hidden * 0.5 + p.up.length)));
  const room = Math.max(2.2 * h, innerHeight - table.getBoundingClientRect().top - scrollY - 2 * h - 2 * gap - 150);
  return { gap, w, h, step: Math.max(0.21 * h, Math.min(0.29 * h, (room - h) / longest)) };
}

function face(card, count) {
  const [rank, s] = [card.slice(0, -1), card.slice(-1)];
  const node = el('button', { type: 'button', className: `card suit-${s}`, tabIndex: -1 },
    el('b'), suit(s, 'small'), suit('JQK'.includes(rank) ? rank : s, 'big'));
  node.classList.toggle('red', s === 'H' || s === 'D');
  node.classList.toggle('court', 'JQK'.includes(rank));
  node.firstChild.dataset.rank = rank === 'T' ? '10' : rank; // drawn by the style: a reader hears the label
  node.dataset.card = card;
  node.dataset.count = count;
  node.setAttribute('aria-label', say(card));
  return node;
}

function back(key) {
  const node = el('span', { className: 'card back' });
  node.dataset.key = key;
  node.setAttribute('aria-hidden', 'true');
  return node;
}

function pile(place, label, x, y, size) {
  const node = el('div', { className: 'pile' });
  node.dataset.place = place;
  node.setAttribute('role', 'group');
  node.setAttribute('aria-label', label);
  node.style.cssText = `left:${x}px;top:${y}px;width:${size.w}px;height:${size.h}px`;
  return node;
}

// vacant makes a pile one that is empty, with a sign in it.
function vacant(node, label, sign) {
  const button = el('button', { type: 'button', className: 'pile empty', tabIndex: -1 }, sign);
  button.dataset.place = node.dataset.place;
  button.style.cssText = node.style.cssText;
  button.setAttribute('aria-label', label);
  return button;
}

function put(node, card, dx, dy) {
  card.style.left = `${dx}px`;
  card.style.top = `${dy}px`;
  node.append(card);
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '');

function draw(board) {
  const size = sizes(board);
  const { gap, w, h, step } = size;
  const column = (i) => gap + i * (w + gap);
  const nodes = [];
  if (board.hasStock) nodes.push(stock(board, pile('stock', '', column(0), gap, size)), waste(board, pile('w', say('waste'), column(1), gap, size), w));
  board.foundations.forEach((card, i) => {
    const name = 'CDHS'[i];
    const node = pile('f', `${say('foundation')}: ${say('suit-' + name.toLowerCase())}`, column(3 + i), gap, size);
    node.dataset.suit = name.toLowerCase();
    if (!card) {
      const empty = vacant(node, `${node.getAttribute('aria-label')}, ${say('empty')}`, suit(name, ''));
      empty.dataset.suit = node.dataset.suit;
      nodes.push(empty);
      return;
    }
    put(node, face(card, 1), 0, 0);
    nodes.push(node);
  });
  let bottom = 0;
  board.piles.forEach((p, i) => {
    const y = 2.5 * gap + h;
    const name = fill(say('pile'), { Pile: i + 1 });
    if (!p.hidden && !p.up.length) {
      nodes.push(vacant(pile(String(i + 1), '', column(i), y, size), `${name}, ${say('empty')}`));
      bottom = Math.max(bottom, y + h);
      return;
    }
    const node = pile(String(i + 1), p.hidden ? `${name}, ${fill(say('face-down'), { Hidden: p.hidden })}` : name, column(i), y, size);
    let dy = 0;
    for (let k = 0; k < p.hidden; k++, dy += step * 0.5) put(node, back(`${i}:${k}`), 0, dy);
    p.up.forEach((card, k) => {
      put(node, face(card, p.up.length - k), 0, dy);
      dy += step;
    });
    bottom = Math.max(bottom, y + dy - step + h);
    nodes.push(node);
  });
  table.style.cssText = `--w:${w}px;--h:${h}px;--step:${step}px;width:${7 * w + 8 * gap}px;height:${bottom + 2 * gap}px`;
  table.classList.toggle('won', !!board.won);
  table.replaceChildren(...nodes);
}

function stock(board, node) {
  const label = `${say('stock')}: ${board.stock}${board.pass ? ', ' + board.pass : ''}`;
  if (!board.stock) {
    const empty = vacant(node, label, board.draws ? '↻' : '×');
    empty.classList.toggle('again', !!board.draws);
    return empty;
  }
  const card = el('button', { type: 'button', className: 'card back stock', tabIndex: -1 }, el('span', { className: 'count', textContent: board.stock }));
  card.dataset.key = 'stock';
  card.setAttribute('aria-label', label);
  put(node, card, 0, 0);
  return node;
}

function waste(board, node, w) {
  const cards = board.waste ?? [];
  if (!cards.length) return vacant(node, `${say('waste')}, ${say('empty')}`);
  const fan = Math.max(1, Math.min(board.fan || 1, cards.length));
  cards.forEach((card, i) => {
    const top = i === cards.length - 1;
    const place = Math.max(0, i - (cards.length - fan));
    const c = face(card, 1);
    if (!top) {
      c.disabled = true;
      c.setAttribute('aria-hidden', 'true');
    }
    put(node, c, place * w * 0.36, 0);
  });
  return node;
}

// places remembers where each card was, and fly lets it come from there.
function places() {
  const at = new Map();
  for (const c of table.querySelectorAll('.card')) at.set(c.dataset.card ?? c.dataset.key, c.getBoundingClientRect());
  return at;
}

function fly(before) {
  if (calm.matches) return;
  const stockAt = before.get('stock');
  for (const c of table.querySelectorAll('.card[data-card]')) {
    const now = c.getBoundingClientRect();
    const from = before.get(c.dataset.card) ?? (c.closest('[data-place="w"]') ? stockAt : null);
    if (!from) {
      if (before.size) c.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], { duration: 180, easing: 'ease-out' });
      continue;
    }
    const [dx, dy] = [from.left - now.left, from.top - now.top];
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    c.classList.add('flying');
    const flight = c.animate([{ transform: `translate(${dx}px,${dy}px)` }, { transform: 'none' }], { duration: 190, easing: 'cubic-bezier(.2,.7,.3,1)' });
    flight.onfinish = flight.oncancel = () => c.classList.remove('flying');
  }
}

// deal lets the cards of a new game come from the top, one after the other.
function deal() {
  if (calm.matches) return;
  const top = table.getBoundingClientRect();
  const piles = [...table.querySelectorAll('.pile')].filter((n) => /^[1-7]$/.test(n.dataset.place));
  piles.forEach((node, column) => [...node.querySelectorAll('.card')].forEach((c, row) => {
    const at = c.getBoundingClientRect();
    c.animate([{ transform: `translate(${top.left - at.left}px,${top.top - at.top}px)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: 'none' }],
      { duration: 260, delay: 28 * (row * 7 + column - row), easing: 'cubic-bezier(.2,.7,.3,1)', fill: 'backwards' });
  }));
}

// celebrate lets all cards leap from the foundations, and bounce off the table.
function celebrate() {
  if (calm.matches) return;
  const floor = table.clientHeight;
  const ranks = 'KQJT98765432A';
  [...table.querySelectorAll('[data-place="f"]')].forEach((node, column) => [...ranks].forEach((rank, i) => {
    const card = face(rank + node.dataset.suit.toUpperCase(), 1);
    Object.assign(card, { disabled: true, ariaHidden: 'true' });
    card.classList.add('leaping');
    [card.style.left, card.style.top] = [node.style.left, node.style.top];
    table.append(card);
    const [top, h] = [node.offsetTop, card.offsetHeight];
    const drop = floor - h - top;
    let [x, y, fall, frames] = [0, 0, -2 - 4 * Math.random(), []];
    const side = (column < 2 ? -1 : 1) * (1.5 + 4 * Math.random());
    for (let n = 0; n < 110; n++) {
      frames.push({ transform: `translate(${x}px,${y}px)`, opacity: n < 90 ? 1 : (110 - n) / 20 });
      [x, y, fall] = [x + side, y + fall, fall + 0.55];
      if (y > drop) [y, fall] = [drop, -0.78 * fall];
    }
    const leap = card.animate(frames, { duration: 1900, delay: 110 * i + 25 * column, fill: 'backwards' });
    leap.onfinish = leap.oncancel = () => card.remove();
  }));
}

// ---- replies

function update(next) {
  if (reply && next.lang !== reply.lang) { // all words of the page change
    location.replace(`${base}/play`);
    return;
  }
  const focus = focusKey();
  reply = next;
  lifted = null;
  byID('said').replaceChildren(...next.lines.map((text) => el('p', { textContent: text })));
  byID('status').textContent = next.status ?? '';
  byID('files').replaceChildren(...(next.files ?? []).map(download));
  if (next.board) {
    const before = places();
    const [begins, ends] = [shown && next.game !== shown.game, shown?.playing && next.board.won];
    shown = next;
    byID('title').textContent = [next.title, next.board.pass].filter(Boolean).join(' · ');
    table.classList.toggle('four', !!next.four);
    showBoard(next);
    if (begins) deal();
    else fly(before);
    if (ends) celebrate();
  } else if (next.none) {
    shown = null;
    table.hidden = true;
    byID('plain').replaceChildren();
    byID('title').textContent = next.title ?? '';
  }
  actions(next);
  restore(focus);
}

// showBoard draws the board as cards, or writes it in words if the player wants words.
function showBoard(next) {
  const inWords = next.style === 'text';
  table.hidden = inWords;
  byID('plain').hidden = !inWords;
  if (inWords) byID('plain').replaceChildren(...next.board.words.split('\n').map((text) => el('p', { textContent: text })));
  else draw(next.board);
  if (next.won) table.append(el('p', { className: 'banner', ariaHidden: 'true', textContent: next.won }));
  for (const place of next.hint ?? []) {
    const at = [...table.querySelectorAll(`[data-place="${place.at}"]`)].find((n) => !n.dataset.suit || !place.suit || n.dataset.suit === place.suit);
    const cards = at ? [...at.querySelectorAll('.card')] : [];
    (cards[cards.length - (place.count || 1)] ?? at)?.classList.add('hint');
  }
}

function actions(next) {
  const rows = (next.actions ?? []).map((row) => el('div', { className: 'row' }, ...row.map(button)));
  if (next.choose) rows.unshift(el('div', { className: 'row' }, ...(next.moves ?? []).map(button)));
  if (next.finished && next.board) rows.push(el('div', { className: 'row' }, el('button', { type: 'button', textContent: say('share'), onclick: share })));
  byID('actions').replaceChildren(...rows);
}

function button(action) {
  const node = el('button', { type: 'button', textContent: action.label, disabled: action.kind === 'idle' });
  node.classList.toggle('main', action.kind === 'main');
  node.dataset.kind = action.kind ?? '';
  node.onclick = () => command(action.text);
  return node;
}

function download(file) {
  const url = URL.createObjectURL(new Blob([file.text], { type: 'application/json' }));
  return el('a', { className: 'button', href: url, download: file.name, textContent: `${say('download')} ${file.name}` });
}

function tell(text) {
  byID('said').replaceChildren(el('p', { textContent: text }));
}

// ---- requests

const newID = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

// post sends an order. It tries again when the network fails: the id makes sure that
// nothing is done twice.
async function post(path, order) {
  for (let n = 0; ; n++) {
    try {
      const answer = await fetch(`${base}/api/${path}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order),
      });
      const data = await answer.json();
      if (!answer.ok) throw Object.assign(new Error(data.error), { said: data.error });
      return data;
    } catch (err) {
      if (err.said || n === 3) throw err;
      await new Promise((done) => setTimeout(done, 300 * 2 ** n));
    }
  }
}

async function command(text) {
  if (busy) return;
  busy = true;
  table.setAttribute('aria-busy', 'true');
  try {
    update(await post('command', { id: newID(), text, game: shown?.game ?? '', version: shown?.version ?? 0 }));
  } catch (err) {
    tell(err.said ?? say('offline'));
    if (shown) showBoard(shown);
  } finally {
    busy = false;
    table.removeAttribute('aria-busy');
    const change = missed;
    missed = null;
    if (change) await changed(change);
  }
}

// changed shows the game anew if it has changed elsewhere.
async function changed(now) {
  if (busy) missed = now;
  else if (now.game !== (shown?.game ?? '') || now.version !== (shown?.version ?? 0)) {
    await refresh();
    if (shown) tell(say('moved-elsewhere'));
  }
}

async function refresh() {
  const answer = await fetch(`${base}/api/board`);
  if (answer.ok) update(await answer.json());
}

async function share() {
  try {
    const { url } = await post('share', { id: newID(), text: '', game: shown.game, version: shown.version });
    const line = el('input', { readOnly: true, value: url });
    line.setAttribute('aria-label', say('shared'));
    byID('said').replaceChildren(el('p', { textContent: say('shared') }), line);
    line.select();
    await navigator.clipboard?.writeText(url).catch(() => {});
  } catch (err) {
    tell(err.said ?? say('offline'));
  }
}

// ---- moves

const movesFrom = (place, count) => (shown?.playing ? shown.moves ?? [] : []).filter((m) => m.from === place && m.count === count);

// placeOf is the source of a card as moves name it.
function placeOf(node) {
  const holder = node.closest('[data-place]');
  return holder.dataset.place === 'f' ? holder.dataset.suit : holder.dataset.place;
}

const targetsOf = (moves) => moves.flatMap((m) => {
  const fits = (n) => !n.dataset.suit || n.dataset.suit === m.card.slice(-1).toLowerCase();
  return [...table.querySelectorAll(`[data-place="${m.to}"]`)].filter(fits).map((node) => ({ node, move: m }));
});

function tap(card) {
  if (!shown?.playing) return;
  const from = placeOf(card);
  let moves = movesFrom(from, Number(card.dataset.count));
  if (lastTap?.card === card.dataset.card) {
    const on = moves.filter((m) => m.to !== lastTap.from);
    if (on.length) moves = on;
  }
  if (!moves.length) {
    tell(say('no-move'));
    if (!calm.matches) card.animate([0, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 160 });
    return;
  }
  lastTap = { card: card.dataset.card, from };
  command(moves[0].text);
}

function tapPlace(node) {
  const place = node.dataset.place;
  if (place === 'stock' || node.classList.contains('stock')) {
    if (shown?.playing && shown.board.draws) command('draw');
    return true;
  }
  return false;
}

// ---- pointer

let drag = null;

table.addEventListener('pointerdown', (e) => {
  const card = e.target.closest('.card[data-card]');
  if (!card || card.disabled || e.button !== 0 || busy || !e.isPrimary || !shown?.playing) return;
  drag = { card, x: e.clientX, y: e.clientY, run: null, id: e.pointerId };
});

table.addEventListener('pointermove', (e) => {
  if (!drag || e.pointerId !== drag.id) return;
  const [dx, dy] = [e.clientX - drag.x, e.clientY - drag.y];
  if (!drag.run) {
    if (Math.hypot(dx, dy) < 6) return;
    const cards = [...drag.card.parentElement.querySelectorAll('.card')];
    drag.run = cards.slice(cards.indexOf(drag.card));
    drag.place = placeOf(drag.card);
    drag.count = Number(drag.card.dataset.count);
    table.setPointerCapture(drag.id);
    mark(movesFrom(drag.place, drag.count));
    for (const c of drag.run) c.classList.add('flying');
    drag.card.parentElement.style.zIndex = 100;
  }
  for (const c of drag.run) c.style.transform = `translate(${dx}px,${dy}px)`;
});

function mark(moves) {
  for (const { node } of targetsOf(moves)) (node.lastElementChild?.classList.contains('card') ? node.lastElementChild : node).classList.add('target');
}

function unmark() {
  for (const node of table.querySelectorAll('.target, .lifted')) node.classList.remove('target', 'lifted');
}

function drop(e) {
  if (!drag || e.pointerId !== drag.id) return;
  const { card, run, place, count } = drag;
  drag = null;
  if (!run) return; // it was a tap: the click comes
  unmark();
  suppressClick = true;
  setTimeout(() => { suppressClick = false; });
  const box = card.getBoundingClientRect();
  const under = (x, y) => document.elementsFromPoint(x, y).map((n) => n.closest('[data-place]'))
    .find((n) => n && n !== card.closest('[data-place]'));
  const target = e.type === 'pointerup' && (under(e.clientX, e.clientY) ?? under(box.left + box.width / 2, box.top + box.height / 4));
  const found = target && targetsOf(movesFrom(place, count)).find(({ node }) => node === target);
  if (found) {
    command(found.move.text);
    return;
  }
  for (const c of run) {
    const from = c.style.transform;
    c.style.transform = '';
    c.classList.remove('flying');
    if (!calm.matches) c.animate([{ transform: from }, { transform: 'none' }], { duration: 200, easing: 'ease-out' });
  }
  card.parentElement.style.zIndex = '';
  if (target && target.dataset.place !== 'stock') command(`move ${place} ${target.dataset.place}${/^[1-7]$/.test(place) ? ` ${count}` : ''}`); // the answer says why not
}

let suppressClick = false;
table.addEventListener('pointerup', drop);
table.addEventListener('pointercancel', drop);

table.addEventListener('click', (e) => {
  if (suppressClick || !shown) return;
  const node = e.target.closest('.card, .pile.empty');
  if (!node) return;
  if (lifted) {
    putDown(node);
  } else if (tapPlace(node)) {
    // drawn
  } else if (node.dataset.card) {
    if (e.detail === 0) lift(node); // by keyboard
    else tap(node);
  }
});

// ---- keyboard

// lift takes a card by keyboard; where it may go is lit. A card with one place to go
// goes there.
function lift(card) {
  const place = placeOf(card);
  const count = Number(card.dataset.count);
  const moves = movesFrom(place, count);
  if (moves.length < 2) {
    if (moves.length) command(moves[0].text);
    else tell(say('no-move'));
    return;
  }
  lifted = { place, count };
  card.classList.add('lifted');
  mark(moves);
  tell(fill(say('lifted'), { Card: say(card.dataset.card) }));
}

function putDown(node) {
  const holder = node.closest('[data-place]');
  const found = targetsOf(movesFrom(lifted.place, lifted.count)).find((t) => t.node === holder);
  unmark();
  lifted = null;
  if (found) command(found.move.text);
  else tell(say('put-back'));
}

const focusable = () => [...table.querySelectorAll('button:not(:disabled)')];

function focusKey() {
  const at = document.activeElement;
  if (at && table.contains(at)) return { card: at.dataset.card, place: at.closest('[data-place]')?.dataset.place };
  if (at?.closest?.('#actions')) return { action: at.textContent };
  return null;
}

function restore(key) {
  const first = focusable();
  if (first.length) first[0].tabIndex = 0;
  if (!key) return;
  const buttons = [...byID('actions').querySelectorAll('button:not(:disabled)')];
  const node = key.action // at a question, on the answer that changes nothing
    ? buttons.find((b) => b.dataset.kind === 'no') ?? buttons.find((b) => b.textContent === key.action) ?? buttons[0]
    : first.find((n) => n.dataset.card && n.dataset.card === key.card) ??
      first.filter((n) => n.closest('[data-place]').dataset.place === key.place).pop() ?? first[0];
  if (node && node !== document.activeElement) focus(node);
}

function focus(node) {
  for (const n of table.querySelectorAll('[tabindex="0"]')) n.tabIndex = -1;
  if (table.contains(node)) node.tabIndex = 0;
  node.focus({ preventScroll: false });
}

const centre = (node) => {
  const r = node.getBoundingClientRect();
  return [r.left + r.width / 2, r.top + r.height / 2];
};

// step moves the focus to the nearest card in a direction.
function step(dx, dy) {
  const all = focusable();
  const at = table.contains(document.activeElement) ? document.activeElement : null;
  if (!at) {
    if (all.length) focus(all[all.length - 1]);
    return;
  }
  const [x, y] = centre(at);
  let best = null;
  let least = Infinity;
  for (const node of all) {
    const [nx, ny] = centre(node);
    const ahead = (nx - x) * dx + (ny - y) * dy;
    if (node === at || ahead < 2) continue;
    const aside = Math.abs((nx - x) * dy) + Math.abs((ny - y) * dx);
    if (dy && aside > table.clientWidth / 10) continue;
    const cost = ahead + (dx ? 0.3 : 2) * aside;
    if (cost < least) [best, least] = [node, cost];
  }
  if (best) focus(best);
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const keys = { d: 'draw', u: 'undo', r: 'redo', h: 'hint' };

function pressed(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, textarea, select')) return;
  if (arrows[e.key] && (table.contains(document.activeElement) || document.activeElement === document.body)) {
    e.preventDefault();
    step(...arrows[e.key]);
  } else if (e.key === 'Escape') {
    pending = '';
    lifted = null;
    unmark();
  } else if (keys[e.key]) {
    command(keys[e.key]);
  } else if (e.key === 'f') {
    const card = document.activeElement?.dataset?.card && document.activeElement;
    const move = card && movesFrom(placeOf(card), 1).find((m) => m.to === 'f');
    if (move && card.dataset.count === '1') command(move.text);
    else tell(say('no-move'));
  } else if (/^[1-7]$/.test(e.key) || (e.key === 'w' && !pending)) {
    if (pending) {
      command(`${pending} ${e.key}`);
      pending = '';
    } else {
      pending = e.key;
      tell(`${e.key} → …`);
    }
  }
}

// ---- typing

let typing = 0;

async function suggest(text) {
  const mine = ++typing;
  const answer = await fetch(`${base}/api/complete?text=${encodeURIComponent(text)}`);
  if (!answer.ok || mine !== typing) return;
  const { list } = await answer.json();
  byID('found').replaceChildren(...list.map((f) => el('option', { value: f.text, label: f.label })));
}

// ---- beginning

function begin() {
  if (document.body.classList.contains('replay')) { // nothing moves
    const board = read('board');
    if (!board) return;
    shown = { board };
    table.hidden = false;
    byID('plain').hidden = true;
    draw(shown.board);
    for (const c of table.querySelectorAll('button')) c.disabled = true;
    addEventListener('resize', () => draw(shown.board));
    return;
  }
  update(read('reply'));
  document.addEventListener('keydown', pressed);
  byID('typed').addEventListener('submit', (e) => {
    e.preventDefault();
    const line = byID('line');
    if (line.value.trim()) command(line.value);
    line.value = '';
  });
  byID('line').addEventListener('input', (e) => suggest(e.target.value));
  addEventListener('resize', () => shown && showBoard(shown));
  addEventListener('pageshow', (e) => e.persisted && refresh()); // the browser kept an old board
  listen();
  document.body.dataset.ready = '';
}

// listen hears of changes elsewhere. The browser opens a stream again that breaks off, but
// not one that was refused.
function listen() {
  const stream = new EventSource(`${base}/api/events`);
  let lost = 0;
  stream.addEventListener('changed', (e) => changed(JSON.parse(e.data)));
  stream.onerror = () => {
    lost ||= setTimeout(() => tell(say('offline')), 4000);
    if (stream.readyState !== EventSource.CLOSED) return;
    clearTimeout(lost);
    setTimeout(listen, 10000);
  };
  stream.onopen = async () => {
    if (!lost) return;
    clearTimeout(lost);
    lost = 0;
    if (byID('said').textContent === say('offline')) tell('');
    const now = await (await fetch(`${base}/api/board`)).json();
    await changed({ game: now.game ?? '', version: now.version ?? 0 });
  };
}

begin();
