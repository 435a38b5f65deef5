//! `owner`.

use super::*;

#[rstest]
#[case::mapped_file("src/shop/payments.ts", "shop/payments", "src/shop/payments.ts")]
#[case::longest_folder("src/shop/orders/deep/b.ts", "shop/orders", "src/shop/orders")]
#[case::folder_itself("src/shop/orders", "shop/orders", "src/shop/orders")]
#[case::folder_of_the_parent("src/shop/main.ts", "shop", "src/shop")]
#[case::not_yet_written("src/shop/orders/new.ts", "shop/orders", "src/shop/orders")]
#[case::with_dots("./src/shop/orders/../main.ts", "shop", "src/shop")]
fn a_file_belongs_to_the_node_with_the_longest_path(#[case] file: &str, #[case] owner: &str, #[case] mapped: &str) {
    let found = Fixture::model().run(&["owner", file]).code(0).json();
    assert_eq!((&found["owner"]["id"], &found["mapped"]), (&owner.into(), &mapped.into()));
}

#[rstest]
#[case::outside_all_mappings("README.md")]
#[case::above_a_mapped_folder("src")]
#[case::folder_that_begins_alike("src/shopping/main.ts")]
#[case::file_as_a_folder_of_the_mapped_name("src/mail.ts.bak")]
fn an_unmapped_path_has_no_owner(#[case] file: &str) {
    let run = Fixture::model().run(&["owner", file]).code(1);
    assert_eq!(run.json()["owner"], Value::Null);
    assert!(run.stderr.contains(file), "{run:?}");
}

#[rstest]
#[case::relative_to_the_sub_folder("orders/a.ts", "shop/orders")]
#[case::upwards("../mail.ts", "shop/mail")]
#[case::relative_to_the_workspace("src/shop/payments.ts", "shop/payments")]
fn a_path_can_be_relative_to_a_sub_folder(#[case] file: &str, #[case] owner: &str) {
    let fixture = Fixture::model();
    let found = run(&fixture.path("src/shop"), &["owner", file]).code(0).json();
    assert_eq!(found["owner"]["id"], owner);
}

#[test]
fn a_path_outside_the_workspace_is_an_error() {
    let fixture = Fixture::model();
    let run = fixture.run(&["owner", "/"]);
    assert!(run.code != 0 && run.stderr.contains("outside"), "{run:?}");
}
