// Who has a link shows it; who is known goes on.
const link = location.hash.slice(1);
const { known } = document.body.dataset;
const { elements } = document.forms[0];
if (link) {
  history.replaceState(null, "", location.pathname);
  elements.link.value = link;
  elements.name.remove();
  document.body.className = "invited";
} else if (known) {
  location.replace(known);
}
